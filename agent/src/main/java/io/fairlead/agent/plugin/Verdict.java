package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Holder;
import java.time.Instant;
import java.util.Optional;

/** Whether a device that was handed out is free again. The kubelet never says so; it follows from what can be seen. */
sealed interface Verdict {
    /** Nobody can have it any more. */
    record Free() implements Verdict {}

    /** Somebody has it, or may have. */
    record Held(String why) implements Verdict {}

    /** All that can be seen of a device. */
    record Evidence(Optional<Absence> absence, PodFate fate, boolean open) {}

    /** By the holder's own time; {@code absence} must be of lists since it was handed out. */
    static Verdict of(Holder.Handed holder, Evidence seen, Instant now, Periods periods) {
        boolean absent = seen.absence()
                .filter(lists -> lists.proves(holder.at(), periods.apart()))
                .isPresent();
        if (!absent) {
            return new Held(holder.text() + " has it, as far as the kubelet has told");
        }
        if (holder.pod() != null && seen.fate() == PodFate.ALIVE) {
            return new Held(holder.text() + " has not ended in the API");
        }
        if (holder.pod() != null && seen.fate() == PodFate.UNKNOWN) {
            return new Held("the API has not said whether %s has ended".formatted(holder.text()));
        }
        if (holder.pod() == null && now.isBefore(holder.at().plus(periods.unseen()))) {
            return new Held(
                    "it was handed out at %s and the kubelet has not named the pod; that may still come until %s"
                            .formatted(holder.at(), holder.at().plus(periods.unseen())));
        }
        return seen.open()
                ? new Held("a process still has its vfio device open, though %s is over".formatted(holder.text()))
                : new Free();
    }
}
