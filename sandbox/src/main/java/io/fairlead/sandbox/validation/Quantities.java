package io.fairlead.sandbox.validation;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Amounts such as {@code 1500m} or {@code 2Gi}, in the one form that the API server writes them. */
public final class Quantities {
    private static final Pattern FORM =
            Pattern.compile("([+-]?)(\\d+\\.?\\d*|\\.\\d+)(?:([eE][+-]?\\d+)|([KMGTPE]i)|([numkMGTPE]?))");
    private static final String BINARY = "KMGTPE";
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final int UNIT = 3;

    private Quantities() {}

    /** The canonical text of a quantity, or null when it is none. */
    public static @Nullable String canonical(String text) {
        // Small whole numbers are most of what there is.
        if (text.length() < 10 && isPlainInteger(text)) {
            return text;
        }
        BigDecimal value = value(text);
        if (value == null) {
            return null;
        }
        if (text.endsWith("i")) {
            return binary(value);
        }
        // An E at the end is a unit (exa), elsewhere it starts an exponent.
        boolean exponent = text.indexOf('e') >= 0 || (text.indexOf('E') >= 0 && !text.endsWith("E"));
        return exponent ? exponent(value) : decimal(value);
    }

    /** The value as a number, or null when the text is no quantity. */
    public static @Nullable BigDecimal value(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        BigDecimal number = new BigDecimal(matcher.group(1) + matcher.group(2));
        String exponent = matcher.group(3);
        String binary = matcher.group(4);
        if (binary != null) {
            return number.multiply(BigDecimal.valueOf(1024).pow(BINARY.indexOf(binary.charAt(0)) + 1));
        }
        int power = exponent != null
                ? Integer.parseInt(exponent.substring(1))
                : 3 * (DECIMAL.indexOf(matcher.group(5)) - UNIT);
        return number.scaleByPowerOfTen(power);
    }

    private static boolean isPlainInteger(String text) {
        if (text.isEmpty() || (text.charAt(0) == '0' && text.length() > 1)) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        // A number with whole thousands is written with a suffix.
        return !text.endsWith("000");
    }

    private static String binary(BigDecimal value) {
        if (value.abs().compareTo(BigDecimal.valueOf(1024)) < 0
                || value.stripTrailingZeros().scale() > 0) {
            return decimal(value);
        }
        BigInteger whole = value.toBigInteger();
        BigInteger step = BigInteger.valueOf(1024);
        int unit = 0;
        while (unit < BINARY.length() && whole.mod(step).signum() == 0 && whole.signum() != 0) {
            whole = whole.divide(step);
            unit++;
        }
        return unit == 0 ? whole.toString() : whole + BINARY.substring(unit - 1, unit) + "i";
    }

    private static String decimal(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        int power = power(value);
        return unscaled(value, power) + DECIMAL.get(power / 3 + UNIT);
    }

    private static String exponent(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        int power = power(value);
        return unscaled(value, power) + (power == 0 ? "" : "e" + power);
    }

    /** The largest power of 1000 that leaves a whole number; nothing below nano is kept. */
    private static int power(BigDecimal value) {
        BigDecimal rounded = value.setScale(9, RoundingMode.UP).stripTrailingZeros();
        int power = Math.floorDiv(-rounded.scale(), 3) * 3;
        return Math.clamp(power, -9, 18);
    }

    private static String unscaled(BigDecimal value, int power) {
        return value.scaleByPowerOfTen(-power)
                .setScale(0, RoundingMode.UP)
                .toBigInteger()
                .toString();
    }
}
