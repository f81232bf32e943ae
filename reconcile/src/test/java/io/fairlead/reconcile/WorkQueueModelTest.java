package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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

    @Test
    void whateverHappensAKeyIsHandedOutExactlyWhenItIsDueAndNotRunning() {
        for (int seed = 0; seed < 500; seed++) {
            List<Step> steps = steps(new Random(seed));
            assertThatCode(() -> follow(steps)).as("%s", steps).doesNotThrowAnyException();
        }
    }

    private static void follow(List<Step> steps) {
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

    private static List<Step> steps(Random random) {
        Act[] acts = Act.values();
        return Stream.generate(
                        () -> new Step(acts[random.nextInt(acts.length)], random.nextInt(4), 1 + random.nextInt(5)))
                .limit(random.nextInt(60))
                .toList();
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
