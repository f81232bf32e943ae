package io.fairlead.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists of status conditions as the Kubernetes conventions want them; every method returns a new list. */
public final class Conditions {
    private Conditions() {}

    public static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream().filter(c -> c.getType().equals(type)).findFirst();
    }

    public static boolean isTrue(List<Condition> conditions, String type) {
        return find(conditions, type).filter(c -> c.getStatus().equals("True")).isPresent();
    }

    /**
     * The list with this condition in it, in the place that its type has already. The time of the last transition is
     * {@code now} only where the status differs from before.
     */
    public static List<Condition> with(List<Condition> conditions, Condition wanted, Instant now) {
        Optional<Condition> before = find(conditions, wanted.getType());
        String since = before.filter(c -> c.getStatus().equals(wanted.getStatus()))
                .map(Condition::getLastTransitionTime)
                .orElse(Timestamps.seconds(now));
        Condition after =
                new ConditionBuilder(wanted).withLastTransitionTime(since).build();
        List<Condition> result = new ArrayList<>(conditions);
        before.ifPresentOrElse(c -> result.set(result.indexOf(c), after), () -> result.add(after));
        return List.copyOf(result);
    }

    /** A condition as it is known when a given generation of the object was looked at. */
    public static Condition of(String type, boolean status, String reason, String message, long observedGeneration) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status ? "True" : "False")
                .withReason(reason)
                .withMessage(message)
                .withObservedGeneration(observedGeneration)
                .build();
    }
}
