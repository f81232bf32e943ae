package io.fairlead.cel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An amount such as {@code 1500m}, {@code 4Gi} or {@code 2e3}, with the arithmetic and the canonical text of Kubernetes.
 *
 * <p>Two quantities are equal when their amounts are, whatever suffix they were written with.
 */
public final class Quantity implements Comparable<Quantity> {
    /** Which family of suffixes an amount is written with. */
    public enum Notation {
        DECIMAL,
        BINARY,
        EXPONENT
    }

    private static final Pattern SYNTAX = Pattern.compile(
            "(?<sign>[+-]?)(?<whole>[0-9]*)(?:\\.(?<fraction>[0-9]*))?(?<suffix>[KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+|)");
    private static final String DECIMAL_SUFFIXES = "num kMGTPE";
    private static final String BINARY_SUFFIXES = "KMGTPE";
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigInteger KIBI_INTEGER = BigInteger.valueOf(1024);
    /** Digits that fit a 64-bit integer whatever they are; the API server takes longer numbers for inexact. */
    private static final int SAFE_DIGITS = 18;

    private static final Parsed<Quantity> PARSED = new Parsed<>(Quantity::read);

    private final BigDecimal amount;
    private final Notation notation;
    private final boolean integer;

    private Quantity(BigDecimal amount, Notation notation, boolean integer) {
        this.amount = amount;
        this.notation = notation;
        this.integer = integer;
    }

    public static Quantity of(long amount, Notation notation) {
        return new Quantity(BigDecimal.valueOf(amount), notation, true);
    }

    /** Reads an amount, or throws a {@link CelFailure} that quotes it. */
    public static Quantity parse(String text) {
        return tryParse(text)
                .orElseThrow(() -> new CelFailure("quantities must match the regular expression "
                        + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$': \"" + text + "\""));
    }

    public static Optional<Quantity> tryParse(String text) {
        return PARSED.get(text);
    }

    private static Optional<Quantity> read(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String whole = group(matcher, "whole");
        String fraction = group(matcher, "fraction");
        if (whole.isEmpty() && fraction.isEmpty()) {
            return Optional.empty();
        }
        String suffix = group(matcher, "suffix");
        BigDecimal digits =
                new BigDecimal(matcher.group("sign") + (whole.isEmpty() ? "0" : whole) + "." + fraction + "0");
        if (suffix.length() > 9) {
            return Optional.empty();
        }
        if (suffix.endsWith("i")) {
            int power = BINARY_SUFFIXES.indexOf(suffix.charAt(0)) + 1;
            boolean exact = fraction.isEmpty() && 14 - whole.length() - power * 3 >= 0;
            return Optional.of(bounded(digits.multiply(KIBI.pow(power)), Notation.BINARY, exact));
        }
        boolean exponent = suffix.length() > 1;
        int power = exponent ? Integer.parseInt(suffix, 1, suffix.length(), 10) : decimalPower(suffix);
        boolean exact = whole.length() + fraction.length() <= SAFE_DIGITS && power >= fraction.length();
        return Optional.of(
                bounded(digits.scaleByPowerOfTen(power), exponent ? Notation.EXPONENT : Notation.DECIMAL, exact));
    }

    private static String group(Matcher matcher, String name) {
        return Objects.requireNonNullElse(matcher.group(name), "");
    }

    private static int decimalPower(String suffix) {
        return suffix.isEmpty() ? 0 : 3 * (DECIMAL_SUFFIXES.indexOf(suffix.charAt(0)) - 3);
    }

    /** Finer than nano is rounded away from zero; a binary amount is cut off at 64 bits, as the API server does. */
    private static Quantity bounded(BigDecimal amount, Notation notation, boolean exact) {
        BigDecimal rounded = amount.scale() > 9 ? amount.setScale(9, RoundingMode.UP) : amount;
        if (rounded.abs().compareTo(LARGEST) <= 0) {
            return new Quantity(rounded, notation, exact);
        }
        boolean cut = notation == Notation.BINARY;
        return new Quantity(cut ? (rounded.signum() > 0 ? LARGEST : LARGEST.negate()) : rounded, notation, false);
    }

    public BigDecimal amount() {
        return amount;
    }

    public int sign() {
        return amount.signum();
    }

    /** Whether the amount was written, or computed, as a 64-bit integer without a fraction. */
    public boolean isInteger() {
        return integer;
    }

    public long asInteger() {
        if (!integer) {
            throw new CelFailure("cannot convert value to integer");
        }
        return amount.longValue();
    }

    /** The amount as an integer, a fraction counted as a whole one. */
    public long roundedUp() {
        return amount.setScale(0, RoundingMode.UP).longValue();
    }

    public Quantity add(Quantity other) {
        Notation kept = amount.signum() == 0 ? other.notation : notation;
        return new Quantity(amount.add(other.amount), kept, integer && other.integer);
    }

    public Quantity subtract(Quantity other) {
        Notation kept = amount.signum() == 0 ? other.notation : notation;
        return new Quantity(amount.subtract(other.amount), kept, integer && other.integer);
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quantity quantity && amount.compareTo(quantity.amount) == 0;
    }

    @Override
    public int hashCode() {
        return amount.stripTrailingZeros().hashCode();
    }

    /** The canonical text: no fraction, the largest suffix that allows it. */
    @Override
    public String toString() {
        if (amount.signum() == 0) {
            return "0";
        }
        BigDecimal plain = amount.stripTrailingZeros();
        boolean binary =
                notation == Notation.BINARY && plain.scale() <= 0 && plain.abs().compareTo(KIBI) >= 0;
        return binary ? binaryText(plain.toBigIntegerExact()) : decimalText(plain);
    }

    private static String binaryText(BigInteger number) {
        int power = 0;
        BigInteger rest = number;
        while (power < BINARY_SUFFIXES.length() && rest.mod(KIBI_INTEGER).signum() == 0) {
            rest = rest.divide(KIBI_INTEGER);
            power++;
        }
        return power == 0 ? rest.toString() : rest.toString() + BINARY_SUFFIXES.charAt(power - 1) + "i";
    }

    private String decimalText(BigDecimal plain) {
        int power = Math.max(-9, 3 * Math.floorDiv(-plain.scale(), 3));
        if (notation != Notation.EXPONENT) {
            power = Math.min(18, power);
        }
        String number = plain.scaleByPowerOfTen(-power).toBigIntegerExact().toString();
        if (power == 0) {
            return number;
        }
        return notation == Notation.EXPONENT ? number + "e" + power : number + DECIMAL_SUFFIXES.charAt(power / 3 + 3);
    }
}
