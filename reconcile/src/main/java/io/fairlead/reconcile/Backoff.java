package io.fairlead.reconcile;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after the n-th failure in a row: doubling from {@code first} up to {@code most}, less a random part of
 * up to {@code jitter} (0 to 1) so that keys which failed together do not come back together.
 */
public record Backoff(Duration first, Duration most, double jitter) {
    public static final Backoff STANDARD = new Backoff(Duration.ofMillis(10), Duration.ofMinutes(1), 0.2);

    public Backoff {
        if (first.isNegative() || first.isZero() || most.compareTo(first) < 0) {
            throw new IllegalArgumentException("back-off from " + first + " to " + most + ": want 0 < first <= most");
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("back-off jitter " + jitter + ": want 0 to 1");
        }
    }

    Duration after(int failures, RandomGenerator random) {
        Duration delay = first;
        for (int i = 1; i < failures && delay.compareTo(most) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        delay = delay.compareTo(most) < 0 ? delay : most;
        return delay.minusNanos((long) (delay.toNanos() * jitter * random.nextDouble()));
    }
}
