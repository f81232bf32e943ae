package io.fairlead.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import io.fairlead.cel.Functions.Parameter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** {@code "%s has %d".format([name, count])}. */
final class StringFormat {
    private StringFormat() {}

    static void addTo(Functions functions) {
        functions.member(
                "format",
                "string_format_list_string",
                SimpleType.STRING,
                a -> format((String) a[0], (List<?>) a[1]),
                new Parameter(SimpleType.STRING, String.class),
                new Parameter(ListType.create(SimpleType.DYN), List.class));
    }

    private static String format(String pattern, List<?> arguments) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%') {
                text.append(c);
                continue;
            }
            int verb = i + 1;
            while (verb < pattern.length()
                    && (pattern.charAt(verb) == '.' || Character.isDigit(pattern.charAt(verb)))) {
                verb++;
            }
            if (verb == pattern.length()) {
                throw new CelFailure("could not parse formatting clause: unexpected end of string");
            }
            i = verb;
            if (pattern.charAt(verb) == '%') {
                text.append('%');
                continue;
            }
            if (next == arguments.size()) {
                throw new CelFailure("could not parse formatting clause: index " + next + " out of range");
            }
            text.append(clause(
                    pattern.substring(pattern.lastIndexOf('%', verb) + 1, verb),
                    pattern.charAt(verb),
                    arguments.get(next++)));
        }
        return text.toString();
    }

    private static String clause(String precision, char verb, Object argument) {
        String digits = precision.isEmpty() ? ".6" : precision;
        return switch (verb) {
            case 's' -> plain(argument);
            case 'd' -> integer(argument);
            case 'f' -> String.format(Locale.ROOT, "%" + digits + "f", number(argument));
            case 'e' -> String.format(Locale.ROOT, "%" + digits + "e", number(argument));
            case 'b' -> argument instanceof Boolean flag ? (flag ? "1" : "0") : Long.toBinaryString(whole(argument));
            case 'o' -> Long.toOctalString(whole(argument));
            case 'x' -> Long.toHexString(whole(argument));
            case 'X' -> Long.toHexString(whole(argument)).toUpperCase(Locale.ROOT);
            default ->
                throw new CelFailure(
                        "could not parse formatting clause: unrecognized formatting clause \"" + verb + "\"");
        };
    }

    private static String plain(Object argument) {
        return switch (argument) {
            case List<?> list -> {
                StringJoiner items = new StringJoiner(", ", "[", "]");
                list.forEach(item -> items.add(plain(item)));
                yield items.toString();
            }
            case Map<?, ?> map -> {
                StringJoiner items = new StringJoiner(", ", "{", "}");
                map.forEach((key, value) -> items.add(plain(key) + ": " + plain(value)));
                yield items.toString();
            }
            default -> argument.toString();
        };
    }

    private static String integer(Object argument) {
        return Long.toString(whole(argument));
    }

    private static long whole(Object argument) {
        if (argument instanceof Long number) {
            return number;
        }
        throw new CelFailure("error during formatting: only integers can be formatted so, not " + argument);
    }

    private static double number(Object argument) {
        if (argument instanceof Number number) {
            return number.doubleValue();
        }
        throw new CelFailure("error during formatting: only numbers can be formatted so, not " + argument);
    }
}
