package io.fairlead.agent.ledger;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Who has what was taken. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Holder.Nobody.class, name = "nobody"),
    @JsonSubTypes.Type(value = Holder.Claim.class, name = "claim"),
    @JsonSubTypes.Type(value = Holder.Handed.class, name = "handed")
})
public sealed interface Holder {
    /** One phrase for people. */
    String text();

    /** Ready to be handed out by a device plugin. */
    record Nobody() implements Holder {
        @Override
        public String text() {
            return "nobody";
        }
    }

    /** A ResourceClaim, for as long as the kubelet has it prepared; pods may share it. */
    record Claim(String namespace, String name, String uid) implements Holder {
        @Override
        public String text() {
            return "claim %s/%s (%s)".formatted(namespace, name, uid);
        }
    }

    /**
     * A container that the kubelet started or is about to start.
     *
     * @param at when the kubelet allocated it
     * @param pod who it was for, once the kubelet has told
     */
    record Handed(Instant at, @Nullable Pod pod) implements Holder {
        @Override
        public String text() {
            return pod == null ? "a pod that the kubelet has not named yet" : pod.text();
        }
    }

    /** A pod that holds a device. */
    record Pod(String namespace, String name, String uid) {
        String text() {
            return "pod %s/%s (%s)".formatted(namespace, name, uid);
        }
    }
}
