package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The queue against the simplest thing that could be right: a map of key to the earliest time asked for. */
class WorkQueueModelTest {
    enum Act {
        ADD,
        ADD_LATER,
        TAKE,
        DONE,
        ADVANCE
    }

    record Step(Act act, int key, int seconds) {}

    @Property(tries = 500)
    void whateverHappensAKeyIsHandedOutExactlyWhenItIsDueAndNotRunning(@ForAll("steps") List<Step> steps) {
        TestingClock clock = new TestingClock();
        WorkQueue<Integer> queue = new WorkQueue<>(Backoff.STANDARD, clock, new Random(1));
        Map<Integer, Instant> due = new HashMap<>();
        Set<Integer> running = new HashSet<>();
        for (Step step : steps) {
            switch (step.act()) {
                case ADD -> {
                    queue.add(step.key());
                    due.merge(step.key(), clock.instant(), WorkQueueModelTest::earlier);
                }
                case ADD_LATER -> {
                    queue.addAfter(step.key(), Duration.ofSeconds(step.seconds()));
                    due.merge(step.key(), clock.instant().plusSeconds(step.seconds()), WorkQueueModelTest::earlier);
                }
                case TAKE -> {
                    WorkQueue.Taken<Integer> taken = queue.poll();
                    Instant first = due.entrySet().stream()
                            .filter(e -> !running.contains(e.getKey()))
                            .map(Map.Entry::getValue)
                            .filter(at -> !at.isAfter(clock.instant()))
                            .min(Instant::compareTo)
                            .orElse(null);
                    if (first == null) {
                        assertThat(taken).isNull();
                    } else {
                        Integer key =
                                Objects.requireNonNull(taken, "a key is due").key();
                        assertThat(due.remove(key)).isEqualTo(first);
                        assertThat(running.add(key)).isTrue();
                    }
                }
                case DONE -> {
                    if (running.remove(step.key())) {
                        queue.done(step.key());
                    }
                }
                case ADVANCE -> clock.advance(Duration.ofSeconds(step.seconds()));
            }
            long waiting =
                    due.keySet().stream().filter(k -> !running.contains(k)).count();
            assertThat(queue.depth()).isEqualTo(waiting);
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(Act.class),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(1, 5))
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
