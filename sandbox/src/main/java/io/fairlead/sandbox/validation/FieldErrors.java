package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fairlead.sandbox.status.Cause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what is wrong with an object, worded and classified as the real API server does. */
public final class FieldErrors {
    private final List<Cause> causes = new ArrayList<>();

    public List<Cause> causes() {
        return causes;
    }

    public boolean isEmpty() {
        return causes.isEmpty();
    }

    public void required(FieldPath path, String detail) {
        add("FieldValueRequired", "Required value", detail, path);
    }

    public void invalid(FieldPath path, JsonNode value, String detail) {
        add("FieldValueInvalid", "Invalid value: " + shown(value), detail, path);
    }

    public void invalid(FieldPath path, String value, String detail) {
        add("FieldValueInvalid", "Invalid value: " + quoted(value), detail, path);
    }

    /** The value is of another JSON type than the schema says. */
    public void wrongType(FieldPath path, String value, String detail) {
        add("FieldValueTypeInvalid", "Invalid value: " + quoted(value), detail, path);
    }

    public void unsupported(FieldPath path, JsonNode value, Collection<String> supported) {
        String values = supported.stream().map(FieldErrors::quoted).collect(Collectors.joining(", "));
        add(
                "FieldValueNotSupported",
                "Unsupported value: " + shown(value),
                values.isEmpty() ? "" : "supported values: " + values,
                path);
    }

    public void unsupported(FieldPath path, String value, Collection<String> supported) {
        unsupported(path, TextNode.valueOf(value), supported);
    }

    public void duplicate(FieldPath path, JsonNode value) {
        add("FieldValueDuplicate", "Duplicate value: " + shown(value), "", path);
    }

    public void notFound(FieldPath path, String value) {
        add("FieldValueNotFound", "Not found: " + quoted(value), "", path);
    }

    public void forbidden(FieldPath path, String detail) {
        add("FieldValueForbidden", "Forbidden", detail, path);
    }

    public void internal(FieldPath path, String detail) {
        add("InternalError", "Internal error", detail, path);
    }

    public void tooLong(FieldPath path, int most) {
        add("FieldValueTooLong", "Too long", "may not be more than " + most + (most == 1 ? " byte" : " bytes"), path);
    }

    public void tooMany(FieldPath path, int actual, int most) {
        add(
                "FieldValueTooMany",
                "Too many: " + actual,
                "must have at most " + most + (most == 1 ? " item" : " items"),
                path);
    }

    private void add(String reason, String headline, String detail, FieldPath path) {
        causes.add(new Cause(reason, detail.isEmpty() ? headline : headline + ": " + detail, path.toString()));
    }

    private static String shown(JsonNode value) {
        return value.isTextual() ? quoted(value.textValue()) : value.toString();
    }

    /** Quotes as Go's %q does: what JSON escapes, and control characters. */
    public static String quoted(String value) {
        return TextNode.valueOf(value).toString();
    }
}
