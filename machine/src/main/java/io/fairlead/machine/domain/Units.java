package io.fairlead.machine.domain;

import java.util.Locale;

/** Numbers as libvirt writes them. */
final class Units {
    private Units() {}

    static int count(String text) {
        return Math.toIntExact(number(text));
    }

    static long bytes(String text, String unit) {
        long scale = switch (unit.toLowerCase(Locale.ROOT)) {
            case "b", "bytes" -> 1;
            case "k", "kib" -> 1L << 10;
            case "m", "mib" -> 1L << 20;
            case "g", "gib" -> 1L << 30;
            case "t", "tib" -> 1L << 40;
            case "kb" -> 1_000L;
            case "mb" -> 1_000_000L;
            case "gb" -> 1_000_000_000L;
            case "tb" -> 1_000_000_000_000L;
            default -> throw new IllegalArgumentException("memory in \"" + unit + "\" is unknown");
        };
        return Math.multiplyExact(number(text), scale);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException malformed) {
            throw new IllegalArgumentException("\"" + text + "\" is not a number", malformed);
        }
    }
}
