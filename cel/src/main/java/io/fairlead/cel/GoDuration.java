package io.fairlead.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as objects of Kubernetes write them: {@code 1h30m}, {@code 250ms}, {@code 2d}. */
final class GoDuration {
    private static final Pattern PART =
            Pattern.compile("\\s*(?<count>\\d+(?:\\.\\d+)?)\\s*(?<unit>ns|us|µs|ms|s|m|h|d|w)\\s*");
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L,
            "d", 86_400_000_000_000L,
            "w", 604_800_000_000_000L);

    private GoDuration() {}

    /** Throws an {@link IllegalArgumentException} for what is none. */
    static Duration parse(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(rest);
        int end = 0;
        while (part.lookingAt()) {
            long unit = NANOS.getOrDefault(part.group("unit"), 0L);
            nanos = nanos.add(new BigDecimal(part.group("count")).multiply(BigDecimal.valueOf(unit)));
            end = part.end();
            part.region(end, rest.length());
        }
        if (end == 0 || end < rest.length()) {
            throw new IllegalArgumentException("no duration: " + text);
        }
        return Duration.ofNanos(negative ? -nanos.longValue() : nanos.longValue());
    }
}
