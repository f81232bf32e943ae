package io.fairlead.agent.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.ledger.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class VerdictTest {
    private static final Instant HANDED = Instant.parse("2026-11-15T12:00:00Z");
    private static final Holder.Pod POD = new Holder.Pod("default", "vm", "uid");

    /** Seconds since it was handed out: when the first and the last list began that did not have it, and what time it is. */
    record Case(
            String name,
            Holder.@Nullable Pod pod,
            double first,
            double last,
            PodFate fate,
            boolean open,
            double now,
            String words) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Case> CASES = List.of(
            new Case("all hold", POD, 10, 15, PodFate.ENDED, false, 15, ""),
            new Case("one list is not two", POD, 10, 10, PodFate.ENDED, false, 60, "as far as the kubelet has told"),
            new Case("two lists too near", POD, 10, 14.9, PodFate.ENDED, false, 60, "as far as the kubelet has told"),
            new Case("a list from before", POD, -1, 15, PodFate.ENDED, false, 60, "as far as the kubelet has told"),
            new Case("a list of that moment", POD, 0, 15, PodFate.ENDED, false, 60, "as far as the kubelet has told"),
            new Case("the pod lives", POD, 10, 15, PodFate.ALIVE, false, 15, "pod default/vm (uid) has not ended"),
            new Case("the API is silent", POD, 10, 15, PodFate.UNKNOWN, false, 15, "the API has not said"),
            new Case("a process has it", POD, 10, 15, PodFate.ENDED, true, 15, "a process still has its vfio device"),
            new Case("never seen, too early", null, 10, 15, PodFate.UNKNOWN, false, 119, "has not named the pod"),
            new Case("never seen, two minutes", null, 10, 15, PodFate.UNKNOWN, false, 120, ""),
            new Case(
                    "never seen, but in use", null, 10, 15, PodFate.UNKNOWN, true, 500, "a process still has its vfio"),
            new Case("never seen, one list", null, 100, 100, PodFate.UNKNOWN, false, 500, "as far as the kubelet has"));

    @ParameterizedTest
    @FieldSource("CASES")
    void freeOnlyWhenAllHolds(Case given) {
        Verdict verdict = Verdict.of(
                new Holder.Handed(HANDED, given.pod()),
                new Verdict.Evidence(
                        Optional.of(new Absence(after(given.first()), after(given.last()))),
                        given.fate(),
                        given.open()),
                after(given.now()),
                Periods.standard());

        if (given.words().isEmpty()) {
            assertThat(verdict).isEqualTo(new Verdict.Free());
        } else {
            assertThat(verdict)
                    .isInstanceOfSatisfying(
                            Verdict.Held.class, held -> assertThat(held.why()).contains(given.words()));
        }
    }

    private static Instant after(double seconds) {
        return HANDED.plus(Duration.ofMillis(Math.round(seconds * 1000)));
    }
}
