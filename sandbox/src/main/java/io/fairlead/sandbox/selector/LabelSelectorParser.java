package io.fairlead.sandbox.selector;

import io.fairlead.sandbox.selector.LabelSelector.Operator;
import io.fairlead.sandbox.selector.LabelSelector.Requirement;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.validation.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads {@code a=b,c in (d,e),!f}. What a token means can depend on where it stands: {@code in} may be a label. */
final class LabelSelectorParser {
    private static final String SPECIAL = "=!(),<>";
    private static final String END = "";

    private final List<String> tokens = new ArrayList<>();
    private int position;

    LabelSelectorParser(String text) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
                continue;
            }
            int start = at;
            if (SPECIAL.indexOf(c) >= 0) {
                at += text.startsWith("==", at) || text.startsWith("!=", at) ? 2 : 1;
            } else {
                while (at < text.length()
                        && SPECIAL.indexOf(text.charAt(at)) < 0
                        && !Character.isWhitespace(text.charAt(at))) {
                    at++;
                }
            }
            tokens.add(text.substring(start, at));
        }
        tokens.add(END);
    }

    List<Requirement> parse() {
        List<Requirement> requirements = new ArrayList<>();
        while (!peek().equals(END)) {
            if (!identifier(peek()) && !peek().equals("!")) {
                throw StatusException.badRequest("found '" + peek() + "', expected: !, identifier, or 'end of string'");
            }
            requirements.add(requirement());
            String separator = take();
            if (separator.equals(END)) {
                return requirements;
            }
            if (!separator.equals(",")) {
                throw StatusException.badRequest("found '" + separator + "', expected: ',' or 'end of string'");
            }
            if (!identifier(peek()) && !peek().equals("!")) {
                throw StatusException.badRequest("found '" + peek() + "', expected: identifier after ','");
            }
        }
        return requirements;
    }

    private Requirement requirement() {
        boolean not = peek().equals("!");
        if (not) {
            take();
        }
        String key = take();
        if (!identifier(key)) {
            throw unable("found '" + key + "', expected: identifier");
        }
        refuse("<nil>", key, Names.qualified(key));
        if (peek().equals(END) || peek().equals(",")) {
            return new Requirement(key, not ? Operator.DOES_NOT_EXIST : Operator.EXISTS, Set.of());
        }
        if (not) {
            return new Requirement(key, Operator.DOES_NOT_EXIST, Set.of());
        }
        Operator operator = operator();
        boolean set = tokens.get(position - 1).equals("in")
                || tokens.get(position - 1).equals("notin");
        Set<String> values = set ? values() : Set.of(value());
        check(key, operator, values);
        return new Requirement(key, operator, values);
    }

    private static void check(String key, Operator operator, Set<String> values) {
        int index = 0;
        for (String value : values) {
            if (operator == Operator.GREATER || operator == Operator.LESS) {
                try {
                    Long.parseLong(value);
                } catch (NumberFormatException e) {
                    throw unable("values[" + index + "]: Invalid value: \"" + value
                            + "\": for 'Gt', 'Lt' operators, the value must be an integer");
                }
            }
            refuse("values[" + index + "][" + key + "]", value, Names.labelValue(value));
            index++;
        }
    }

    private Operator operator() {
        String token = take();
        return switch (token) {
            case "=", "==", "in" -> Operator.IN;
            case "!=", "notin" -> Operator.NOT_IN;
            case ">" -> Operator.GREATER;
            case "<" -> Operator.LESS;
            default -> throw unable("found '" + token + "', expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private String value() {
        if (peek().equals(END) || peek().equals(",")) {
            return "";
        }
        String value = take();
        if (!identifier(value)) {
            throw unable("found '" + value + "', expected: identifier");
        }
        return value;
    }

    private Set<String> values() {
        String open = take();
        if (!open.equals("(")) {
            throw unable("found '" + open + "' expected: '('");
        }
        Set<String> values = new TreeSet<>();
        boolean wantsValue = true;
        while (true) {
            String token = take();
            if (identifier(token) && wantsValue) {
                values.add(token);
                wantsValue = false;
            } else if (token.equals(",") || token.equals(")")) {
                if (wantsValue) {
                    values.add("");
                }
                if (token.equals(")")) {
                    return values;
                }
                wantsValue = true;
            } else {
                throw unable(
                        "found '" + token + "', expected: " + (wantsValue ? "',', ')' or identifier" : "',' or ')'"));
            }
        }
    }

    private String peek() {
        return tokens.get(position);
    }

    private String take() {
        String token = peek();
        if (!token.equals(END)) {
            position++;
        }
        return token;
    }

    private static boolean identifier(String token) {
        return !token.isEmpty() && SPECIAL.indexOf(token.charAt(0)) < 0;
    }

    private static void refuse(String field, String value, List<String> problems) {
        if (!problems.isEmpty()) {
            throw unable(field + ": Invalid value: \"" + value + "\": " + String.join("; ", problems));
        }
    }

    private static StatusException unable(String why) {
        return StatusException.badRequest("unable to parse requirement: " + why);
    }
}
