package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.validation.FieldErrors;
import io.fairlead.sandbox.validation.FieldPath;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a custom resource against its structural schema and reports in the words of the real API server. */
public final class SchemaValidation {
    private final FieldErrors errors = new FieldErrors();

    private SchemaValidation() {}

    public static List<Cause> validate(Schema schema, ObjectNode object) {
        return validateUpdate(schema, object, null);
    }

    /** As {@link #validate}, but what was wrong before and did not change is let through. */
    public static List<Cause> validateUpdate(Schema schema, ObjectNode object, @Nullable ObjectNode old) {
        var validation = new SchemaValidation();
        validation.value(schema, object, old, FieldPath.ROOT);
        return validation.errors.causes();
    }

    /** Whether a value, such as a default, fits a schema; the errors are at the given path. */
    static List<Cause> validateAt(Schema schema, JsonNode value, FieldPath path) {
        var validation = new SchemaValidation();
        validation.value(schema, value, null, path);
        return validation.errors.causes();
    }

    private void value(Schema schema, JsonNode value, @Nullable JsonNode old, FieldPath path) {
        if (schema.typed || (old != null && old.equals(value))) {
            return;
        }
        if (value.isNull() && schema.nullable) {
            return;
        }
        if (!fitsType(schema, value)) {
            String actual = GoTypes.inSchema(value);
            errors.wrongType(
                    path,
                    actual,
                    "%s in body must be of type %s: \"%s\"".formatted(path, GoTypes.inSchema(schema), actual));
            return;
        }
        limits(schema, value, path);
        combined(schema, value, path);
        switch (value) {
            case ObjectNode object -> object(schema, object, old, path);
            case ArrayNode array -> array(schema, array, old, path);
            default -> {}
        }
    }

    private static boolean fitsType(Schema schema, JsonNode value) {
        if (schema.form == Schema.Form.INT_OR_STRING) {
            return value.isIntegralNumber() || value.isTextual();
        }
        return switch (schema.type) {
            case OBJECT -> value.isObject();
            case ARRAY -> value.isArray();
            case STRING -> value.isTextual();
            case INTEGER -> value.isIntegralNumber() || GoTypes.isWhole(value);
            case NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            case ANY -> true;
        };
    }

    private void object(Schema schema, ObjectNode object, @Nullable JsonNode old, FieldPath path) {
        for (String name : schema.required) {
            if (!object.has(name)) {
                errors.required(path.child(name), "");
            }
        }
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            Schema field = schema.field(entry.getKey());
            if (field != null) {
                JsonNode before = old == null ? null : old.get(entry.getKey());
                value(field, entry.getValue(), before, path.child(entry.getKey()));
            }
        }
    }

    private void array(Schema schema, ArrayNode array, @Nullable JsonNode old, FieldPath path) {
        Schema items = schema.itemsOrAnything();
        for (int i = 0; i < array.size(); i++) {
            JsonNode before = old == null || schema.listType == Schema.ListType.ATOMIC ? null : old.get(i);
            value(items, array.get(i), before, path.index(i));
        }
        switch (schema.listType) {
            case SET -> unique(array, path);
            case MAP -> uniqueKeys(schema, array, path);
            case ATOMIC -> {}
        }
    }

    private void unique(ArrayNode array, FieldPath path) {
        Set<JsonNode> seen = new HashSet<>();
        for (int i = 0; i < array.size(); i++) {
            if (!seen.add(array.get(i))) {
                errors.duplicate(path.index(i), array.get(i));
            }
        }
    }

    private void uniqueKeys(Schema schema, ArrayNode array, FieldPath path) {
        Set<JsonNode> seen = new HashSet<>();
        for (int i = 0; i < array.size(); i++) {
            if (array.get(i) instanceof ObjectNode item) {
                ObjectNode key = item.deepCopy().retain(schema.listMapKeys);
                if (!seen.add(key)) {
                    errors.duplicate(path.index(i), key);
                }
            }
        }
    }

    private void limits(Schema schema, JsonNode value, FieldPath path) {
        if (!schema.allowed.isEmpty() && !schema.allowed.contains(value)) {
            errors.unsupported(
                    path,
                    value,
                    schema.allowed.stream()
                            .map(v -> v.isTextual() ? v.textValue() : v.toString())
                            .toList());
        }
        Schema.Limits limits = schema.limits;
        switch (value.getNodeType()) {
            case NUMBER -> number(limits, value, path);
            case STRING -> text(schema, value, path);
            case ARRAY -> {
                if (limits.minItems() != null && value.size() < limits.minItems()) {
                    errors.invalid(
                            path, length(value), inBody(path, "should have at least " + limits.minItems() + " items"));
                }
                if (limits.maxItems() != null && value.size() > limits.maxItems()) {
                    errors.tooMany(path, value.size(), limits.maxItems());
                }
                if (limits.uniqueItems() && new HashSet<>(value.valueStream().toList()).size() < value.size()) {
                    errors.invalid(path, value, inBody(path, "shouldn't contain duplicates"));
                }
            }
            case OBJECT -> {
                if (limits.minProperties() != null && value.size() < limits.minProperties()) {
                    errors.invalid(
                            path,
                            length(value),
                            inBody(path, "should have at least " + limits.minProperties() + " properties"));
                }
                if (limits.maxProperties() != null && value.size() > limits.maxProperties()) {
                    errors.tooMany(path, value.size(), limits.maxProperties());
                }
            }
            default -> {}
        }
    }

    private void number(Schema.Limits limits, JsonNode value, FieldPath path) {
        BigDecimal number = value.decimalValue();
        if (limits.minimum() != null) {
            int order = number.compareTo(limits.minimum());
            if (order < 0 || (order == 0 && limits.exclusiveMinimum())) {
                String words = limits.exclusiveMinimum() ? "greater than " : "greater than or equal to ";
                errors.invalid(path, value, inBody(path, "should be " + words + plain(limits.minimum())));
            }
        }
        if (limits.maximum() != null) {
            int order = number.compareTo(limits.maximum());
            if (order > 0 || (order == 0 && limits.exclusiveMaximum())) {
                String words = limits.exclusiveMaximum() ? "less than " : "less than or equal to ";
                errors.invalid(path, value, inBody(path, "should be " + words + plain(limits.maximum())));
            }
        }
        BigDecimal step = limits.multipleOf();
        if (step != null && number.remainder(step).signum() != 0) {
            errors.invalid(path, value, inBody(path, "should be a multiple of " + plain(step)));
        }
    }

    private void text(Schema schema, JsonNode value, FieldPath path) {
        Schema.Limits limits = schema.limits;
        String text = value.textValue();
        int characters = text.codePointCount(0, text.length());
        if (limits.minLength() != null && characters < limits.minLength()) {
            errors.invalid(path, value, inBody(path, "should be at least " + limits.minLength() + " chars long"));
        }
        if (limits.maxLength() != null && characters > limits.maxLength()) {
            errors.tooLong(path, limits.maxLength());
        }
        if (limits.pattern() != null && !limits.pattern().matcher(text).find()) {
            errors.invalid(
                    path,
                    value,
                    inBody(path, "should match '" + limits.pattern().pattern() + "'"));
        }
        if (!Formats.matches(schema.format, text)) {
            errors.invalid(
                    path, value, inBody(path, "must be of type " + schema.format + ": " + FieldErrors.quoted(text)));
        }
    }

    private void combined(Schema schema, JsonNode value, FieldPath path) {
        schema.allOf.forEach(each -> value(each, value, null, path));
        if (!schema.anyOf.isEmpty() && schema.anyOf.stream().noneMatch(each -> fits(each, value, path))) {
            errors.invalid(path, value, "\"%s\" must validate at least one schema (anyOf)".formatted(path));
        }
        if (!schema.oneOf.isEmpty()) {
            long fitting = schema.oneOf.stream()
                    .filter(each -> fits(each, value, path))
                    .count();
            if (fitting != 1) {
                errors.invalid(
                        path,
                        value,
                        "\"%s\" must validate one and only one schema (oneOf). %s"
                                .formatted(
                                        path,
                                        fitting == 0
                                                ? "Found none valid"
                                                : "Found " + fitting + " valid alternatives"));
            }
        }
        if (schema.not != null && fits(schema.not, value, path)) {
            errors.invalid(path, value, "\"%s\" must not validate the schema (not)".formatted(path));
        }
    }

    private static boolean fits(Schema schema, JsonNode value, FieldPath path) {
        return validateAt(schema, value, path).isEmpty();
    }

    private static JsonNode length(JsonNode value) {
        return IntNode.valueOf(value.size());
    }

    private static String inBody(FieldPath path, String words) {
        return path + " in body " + words;
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
