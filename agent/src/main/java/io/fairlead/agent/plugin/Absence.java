package io.fairlead.agent.plugin;

import java.time.Duration;
import java.time.Instant;

/**
 * Lists of the kubelet, one after the other, that did not have a device.
 *
 * @param first when the first of them began
 * @param last when the last of them began
 */
record Absence(Instant first, Instant last) {
    static Absence from(Instant began) {
        return new Absence(began, began);
    }

    Absence until(Instant began) {
        return new Absence(first, began);
    }

    /** Whether two of the lists were far enough apart, and both began after a moment. */
    boolean proves(Instant after, Duration apart) {
        return first.isAfter(after) && !last.isBefore(first.plus(apart));
    }
}
