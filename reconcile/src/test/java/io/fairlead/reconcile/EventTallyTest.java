package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.reconcile.EventTally.Topic;
import io.fairlead.reconcile.EventTally.Verdict;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventTallyTest {
    private static final Topic TOPIC = new Topic("Pod/ns/a/1", "Warning", "FailedScheduling");

    private final TestingClock clock = new TestingClock();
    private final EventTally tally = new EventTally();
    private int names;

    @Test
    void theSameEventAgainIsCountedOntoTheFirst() {
        assertThat(next(TOPIC, "no room")).isEqualTo(new Verdict.Create("event-1", "no room"));
        assertThat(next(TOPIC, "no room")).isEqualTo(new Verdict.Count("event-1", "no room", 2));
        assertThat(next(TOPIC, "no room")).isEqualTo(new Verdict.Count("event-1", "no room", 3));
        assertThat(next(TOPIC, "no device")).isEqualTo(new Verdict.Create("event-4", "no device"));
    }

    @Test
    void fromTheTenthDifferentMessageTheyAreCountedTogether() {
        assertThat(IntStream.range(1, 10).mapToObj(i -> next(TOPIC, "message " + i)))
                .allMatch(Verdict.Create.class::isInstance);
        assertThat(next(TOPIC, "message 10"))
                .isEqualTo(new Verdict.Create("event-10", "(combined from similar events): message 10"));
        assertThat(next(TOPIC, "message 11"))
                .isEqualTo(new Verdict.Count("event-10", "(combined from similar events): message 11", 2));

        clock.advance(EventTally.SIMILAR_WITHIN.plusSeconds(1));
        assertThat(next(TOPIC, "message 12")).isEqualTo(new Verdict.Create("event-12", "message 12"));
    }

    @Test
    void oneObjectGetsABurstThenATrickleAndOthersAreNotConcerned() {
        Function<Integer, Topic> reasons = i -> new Topic("Pod/ns/a/1", "Normal", "Reason" + i);
        IntStream.range(0, EventTally.BURST)
                .forEach(i -> assertThat(next(reasons.apply(i), "m")).isInstanceOf(Verdict.Create.class));
        assertThat(next(reasons.apply(100), "m")).isEqualTo(new Verdict.Drop());
        assertThat(next(new Topic("Pod/ns/b/2", "Normal", "Reason"), "m")).isInstanceOf(Verdict.Create.class);

        clock.advance(EventTally.REFILL);
        assertThat(next(reasons.apply(101), "m")).isInstanceOf(Verdict.Create.class);
        assertThat(next(reasons.apply(102), "m")).isEqualTo(new Verdict.Drop());
    }

    @Test
    void whenTheCountedEventIsGoneANewOneTakesItsPlace() {
        next(TOPIC, "no room");
        next(TOPIC, "no room");
        tally.restart(TOPIC, "no room", "fresh");
        clock.advance(Duration.ofSeconds(1));

        assertThat(next(TOPIC, "no room")).isEqualTo(new Verdict.Count("fresh", "no room", 2));
    }

    private Verdict next(Topic topic, String message) {
        return tally.next(topic, message, "event-" + ++names, clock.instant());
    }
}
