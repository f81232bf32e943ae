package io.fairlead.sandbox.table;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** How long ago something was, in the two units that matter: {@code 45s}, {@code 3m12s}, {@code 5d}. */
final class HumanDuration {
    private HumanDuration() {}

    /** Words for the time since a timestamp; {@code <unknown>} when there is none. */
    static String since(String timestamp, Instant now) {
        if (timestamp.isEmpty()) {
            return "<unknown>";
        }
        try {
            return of(Duration.between(Instant.parse(timestamp), now));
        } catch (DateTimeParseException e) {
            return "<invalid>";
        }
    }

    static String of(Duration duration) {
        long seconds = duration.toSeconds();
        long minutes = duration.toMinutes();
        long hours = duration.toHours();
        long days = hours / 24;
        if (seconds < 0) {
            return seconds < -1 ? "<invalid>" : "0s";
        }
        if (seconds < 120) {
            return seconds + "s";
        }
        if (minutes < 10) {
            return both(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        if (hours < 8) {
            return both(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        if (days < 8) {
            return both(days, "d", hours % 24, "h");
        }
        if (days < 2 * 365) {
            return days + "d";
        }
        return days < 8 * 365 ? both(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }

    private static String both(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}
