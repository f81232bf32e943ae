package io.fairlead.sandbox.selector;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.FieldLabel;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.status.StatusException;
import java.util.ArrayList;
import java.util.List;

/** All terms that an object's fields must meet. */
public record FieldSelector(List<Term> terms) {
    /** One comparison of one field. */
    record Term(String field, FieldLabel label, boolean equal, String value) {
        boolean matches(ObjectNode object) {
            return label.of(object).equals(value) == equal;
        }
    }

    /** Throws a 400 when the text is no selector, or when the kind cannot be selected by that field. */
    static FieldSelector parse(String text, ResourceType type, String version) {
        List<Term> terms = new ArrayList<>();
        for (String part : split(text)) {
            if (!part.isEmpty()) {
                terms.add(term(text, part, type, version));
            }
        }
        return new FieldSelector(terms);
    }

    boolean matches(ObjectNode object) {
        return terms.stream().allMatch(term -> term.matches(object));
    }

    private static Term term(String text, String part, ResourceType type, String version) {
        for (int i = 0; i < part.length(); i++) {
            for (String operator : List.of("!=", "==", "=")) {
                if (part.startsWith(operator, i)) {
                    String field = part.substring(0, i);
                    String value = unescape(part.substring(i + operator.length()));
                    return new Term(field, label(field, type, version), !operator.equals("!="), value);
                }
            }
        }
        throw StatusException.badRequest("invalid selector: '" + text + "'; can't understand '" + part + "'");
    }

    private static FieldLabel label(String field, ResourceType type, String version) {
        FieldLabel own = type.behaviour().fieldLabels().get(field);
        if (own != null) {
            return own;
        }
        if (field.equals("metadata.name")
                || (field.equals("metadata.namespace") && !type.names().kind().equals("Namespace"))) {
            return FieldLabel.at(field);
        }
        throw StatusException.badRequest(unknown(field, type, version));
    }

    private static String unknown(String field, ResourceType type, String version) {
        if (type.names().kind().equals("ResourceSlice")) {
            return "field label not supported for " + type.names().group() + "/" + version + ", Kind=ResourceSlice: "
                    + field;
        }
        if (!type.behaviour().fieldLabels().isEmpty()) {
            return "field label not supported: " + field;
        }
        return "\"" + field + "\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
    }

    /** Splits at commas that no backslash protects. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        parts.sort(null);
        return parts;
    }

    private static String unescape(String value) {
        var plain = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                i++;
                char escaped = i < value.length() ? value.charAt(i) : ' ';
                if (escaped != '\\' && escaped != ',' && escaped != '=') {
                    throw StatusException.badRequest("invalid field selector: invalid escape sequence: "
                            + value.substring(i - 1, Math.min(i + 1, value.length())));
                }
                plain.append(escaped);
            } else if (c == ',' || c == '=') {
                throw StatusException.badRequest("invalid field selector: unescaped character in value: " + c);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
