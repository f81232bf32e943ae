package io.fairlead.cel;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A semantic version 2.0.0. Build metadata is kept for the text but counts neither for order nor for equality. */
public final class Semver implements Comparable<Semver> {
    private static final String NUMBER = "(0|[1-9][0-9]*)";
    private static final String LABEL = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
    private static final Pattern SYNTAX = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-(" + LABEL
            + "(?:\\." + LABEL + ")*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?");
    /** A version as people write it: an optional v, one to three numbers that may have leading zeros. */
    private static final Pattern LOOSE = Pattern.compile("v?0*([0-9]+)(?:\\.0*([0-9]+)(?:\\.0*([0-9]+)([-+].*)?)?)?");

    private static final Parsed<Semver> PARSED = new Parsed<>(Semver::read);

    private final long major;
    private final long minor;
    private final long patch;
    private final List<String> preRelease;
    private final String text;

    private Semver(long major, long minor, long patch, List<String> preRelease, String text) {
        this.major = major;
        this.minor = minor;
        this.patch = patch;
        this.preRelease = preRelease;
        this.text = text;
    }

    public static Semver parse(String text) {
        return tryParse(text).orElseThrow(() -> new CelFailure("not a semantic version: \"" + text + "\""));
    }

    public static Optional<Semver> tryParse(String text) {
        return PARSED.get(text);
    }

    private static Optional<Semver> read(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            String labels = matcher.group(4);
            return Optional.of(new Semver(
                    Long.parseLong(matcher.group(1)),
                    Long.parseLong(matcher.group(2)),
                    Long.parseLong(matcher.group(3)),
                    labels == null ? List.of() : List.of(labels.split("\\.")),
                    text));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /** Brings {@code v1.02} to {@code 1.2.0}; what cannot be mended is returned as it is, for the parser to refuse. */
    static String normalize(String text) {
        Matcher matcher = LOOSE.matcher(text);
        if (!matcher.matches()) {
            return text;
        }
        return matcher.group(1) + "." + orZero(matcher.group(2)) + "." + orZero(matcher.group(3))
                + (matcher.group(4) == null ? "" : matcher.group(4));
    }

    private static String orZero(@Nullable String number) {
        return number == null ? "0" : number;
    }

    public long major() {
        return major;
    }

    public long minor() {
        return minor;
    }

    public long patch() {
        return patch;
    }

    @Override
    public int compareTo(Semver other) {
        int byNumber = Long.compare(major, other.major);
        byNumber = byNumber != 0 ? byNumber : Long.compare(minor, other.minor);
        byNumber = byNumber != 0 ? byNumber : Long.compare(patch, other.patch);
        if (byNumber != 0) {
            return byNumber;
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
            int byLabel = compareLabels(preRelease.get(i), other.preRelease.get(i));
            if (byLabel != 0) {
                return byLabel;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    private static int compareLabels(String left, String right) {
        boolean leftNumber = left.chars().allMatch(Character::isDigit);
        boolean rightNumber = right.chars().allMatch(Character::isDigit);
        if (leftNumber && rightNumber) {
            int byLength = Integer.compare(left.length(), right.length());
            return byLength != 0 ? byLength : Integer.signum(left.compareTo(right));
        }
        if (leftNumber != rightNumber) {
            return leftNumber ? -1 : 1;
        }
        return Integer.signum(left.compareTo(right));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Semver semver && compareTo(semver) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(major) * 961 + Long.hashCode(minor) * 31 + Long.hashCode(patch) + preRelease.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
