package io.fairlead.reconcile;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Instants as Kubernetes writes them. */
public final class Timestamps {
    private Timestamps() {}

    /** As in {@code metav1.Time}: RFC 3339 in whole seconds. */
    public static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** As in {@code metav1.MicroTime}. */
    public static ZonedDateTime micros(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC);
    }
}
