package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.5Z");
    private static final Instant LATER = NOON.plusSeconds(60);

    private final List<Condition> atNoon = Conditions.with(
            Conditions.with(List.of(), Conditions.of("Ready", false, "Waiting", "no device", 1), NOON),
            Conditions.of("Claimed", true, "Found", "", 1),
            NOON);

    @Test
    void aNewConditionIsSetNowInWholeSeconds() {
        assertThat(Conditions.find(atNoon, "Ready"))
                .map(Condition::getLastTransitionTime)
                .contains("2026-01-01T12:00:00Z");
        assertThat(Conditions.isTrue(atNoon, "Ready")).isFalse();
        assertThat(Conditions.isTrue(atNoon, "Claimed")).isTrue();
        assertThat(Conditions.isTrue(atNoon, "Absent")).isFalse();
    }

    @Test
    void anotherReasonWithTheSameStatusKeepsTheTimeAndThePlace() {
        List<Condition> after = Conditions.with(atNoon, Conditions.of("Ready", false, "Taken", "by vm-b", 2), LATER);

        assertThat(after).extracting(Condition::getType).containsExactly("Ready", "Claimed");
        assertThat(after.getFirst().getLastTransitionTime()).isEqualTo("2026-01-01T12:00:00Z");
        assertThat(after.getFirst().getReason()).isEqualTo("Taken");
        assertThat(after.getFirst().getObservedGeneration()).isEqualTo(2);
    }

    @Test
    void anotherStatusIsATransition() {
        List<Condition> after = Conditions.with(atNoon, Conditions.of("Ready", true, "Bound", "", 2), LATER);

        assertThat(after.getFirst().getLastTransitionTime()).isEqualTo("2026-01-01T12:01:00Z");
    }

    @Test
    void nothingNewMakesAnEqualList() {
        assertThat(Conditions.with(atNoon, Conditions.of("Ready", false, "Waiting", "no device", 1), LATER))
                .isEqualTo(atNoon);
    }
}
