package io.fairlead.machine.admission;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusCauseBuilder;
import java.util.List;
import java.util.stream.Collectors;

/** All reasons to refuse an object, in the order of the rules; none means that it is admitted. */
public record Causes(List<Cause> list) {
    public Causes {
        list = List.copyOf(list);
    }

    public boolean admit() {
        return list.isEmpty();
    }

    /** What the API server returns to whoever wanted to store the object. */
    public Status toStatus(HasMetadata refused) {
        String name = refused.getMetadata() == null || refused.getMetadata().getName() == null
                ? ""
                : refused.getMetadata().getName();
        return new StatusBuilder()
                .withStatus("Failure")
                .withReason("Invalid")
                .withCode(422)
                .withMessage(list.stream().map(Cause::message).collect(Collectors.joining(", ")))
                .withNewDetails()
                .withName(name)
                .withGroup(HasMetadata.getGroup(refused.getClass()))
                .withKind(refused.getKind())
                .withCauses(list.stream()
                        .map(cause -> new StatusCauseBuilder()
                                .withReason(cause.type().wireName())
                                .withField(cause.field())
                                .withMessage(cause.message())
                                .build())
                        .toList())
                .endDetails()
                .build();
    }
}
