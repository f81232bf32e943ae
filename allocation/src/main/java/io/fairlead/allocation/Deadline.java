package io.fairlead.allocation;

import java.time.Duration;

/** When an attempt has to end, whatever came of it. */
final class Deadline {
    private final Duration limit;
    private final long start = System.nanoTime();

    Deadline(Duration limit) {
        this.limit = limit;
    }

    void check() {
        if (System.nanoTime() - start > limit.toNanos()) {
            throw new AllocationFailure("allocation aborted: no answer within " + limit.toSeconds() + " s");
        }
    }
}
