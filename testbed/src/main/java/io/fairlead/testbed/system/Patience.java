package io.fairlead.testbed.system;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waiting for something that nobody announces. */
public final class Patience {
    private static final Duration PAUSE = Duration.ofMillis(30);

    private Patience() {}

    /** Whether the condition held before the time was over. */
    public static boolean until(Duration limit, BooleanSupplier condition) {
        return until(limit, PAUSE, condition);
    }

    /** The same for a question that is dear: it is asked after each pause only. */
    public static boolean until(Duration limit, Duration pause, BooleanSupplier condition) {
        Instant end = Instant.now().plus(limit);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting", e);
            }
        }
        return true;
    }
}
