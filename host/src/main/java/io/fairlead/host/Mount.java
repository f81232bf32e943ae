package io.fairlead.host;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of {@code mountinfo}.
 *
 * @param device major and minor of the file system
 * @param point where it is mounted
 * @param type of the file system
 * @param source what is mounted, in the words of the file system
 */
record Mount(String device, String point, String type, String source) {
    /** Two ids, device, root, mount point, options, optional fields up to a dash, type, source. */
    private static final Pattern LINE = Pattern.compile(
            "\\d+ \\d+ (?<device>\\d+:\\d+) \\S+ (?<point>\\S+) .*? - (?<type>\\S+) (?<source>\\S+) .*");

    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-3][0-7]{2})");

    static Optional<Mount> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new Mount(
                        matcher.group("device"),
                        unescaped(matcher.group("point")),
                        matcher.group("type"),
                        unescaped(matcher.group("source"))))
                : Optional.empty();
    }

    /** The kernel writes blanks, tabs, newlines and backslashes in octal. */
    static String unescaped(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(
                        match -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(match.group(1), 8))));
    }

    /** Major 0 is for file systems that are not on one block device. */
    boolean hasBlockDevice() {
        return !device.startsWith("0:");
    }

    @Override
    public String toString() {
        return "%s, a %s of %s".formatted(point, type, source);
    }
}
