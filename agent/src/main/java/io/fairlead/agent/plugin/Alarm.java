package io.fairlead.agent.plugin;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Tells one thread what to do next. A task that is asked for several times is done once, at the earliest of the times. */
final class Alarm {
    /** What there is to do. */
    enum Task {
        /** Look at the host and at what is wanted of it. */
        HOST,
        /** Look who has what. */
        HOLDERS
    }

    private final InstantSource clock;
    // Guarded by this.
    private final Map<Task, Instant> due = new EnumMap<>(Task.class);
    private boolean stopped;

    Alarm(InstantSource clock) {
        this.clock = clock;
    }

    synchronized void within(Task task, Duration time) {
        due.merge(task, clock.instant().plus(time), (one, other) -> one.isBefore(other) ? one : other);
        notifyAll();
    }

    /** Lets the thread end when it has done what it is doing. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Waits for the next task, and forgets it; empty at the end. */
    synchronized Optional<Task> await() throws InterruptedException {
        while (!stopped) {
            Instant now = clock.instant();
            var next = due.entrySet().stream().min(Comparator.comparing(Map.Entry::getValue));
            if (next.isEmpty()) {
                wait();
            } else if (next.get().getValue().isAfter(now)) {
                wait(Math.max(1, Duration.between(now, next.get().getValue()).toMillis()));
            } else {
                due.remove(next.get().getKey());
                return Optional.of(next.get().getKey());
            }
        }
        return Optional.empty();
    }
}
