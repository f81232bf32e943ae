package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fairlead.cel.Quantity;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;

/** How Go's JSON decoder takes single values of the built-in kinds, and what it says when it cannot. */
final class GoValues {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'");
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

    private GoValues() {}

    static JsonNode scalar(Schema schema, JsonNode value, String goPath) {
        boolean fits = switch (schema.type) {
            case STRING -> value.isTextual();
            case BOOLEAN -> value.isBoolean();
            case INTEGER -> value.isIntegralNumber();
            case NUMBER -> value.isNumber();
            case ANY, OBJECT, ARRAY -> true;
        };
        if (!fits) {
            throw mismatch(schema, value, goPath);
        }
        if (schema.format.equals("byte")) {
            requireBase64(value.textValue());
        }
        if (schema.format.equals("int32") && !value.canConvertToInt()) {
            throw mismatch(schema, value, goPath);
        }
        return value;
    }

    static JsonNode special(Schema.Form form, JsonNode value, String goPath) {
        return switch (form) {
            case QUANTITY -> quantity(value, goPath);
            case TIME -> time(value, "2006-01-02T15:04:05Z07:00", SECONDS, ChronoUnit.SECONDS);
            case MICRO_TIME -> time(value, "2006-01-02T15:04:05.000000Z07:00", MICROS, ChronoUnit.MICROS);
            case INT_OR_STRING -> {
                if (value.isTextual() || value.isIntegralNumber()) {
                    yield value;
                }
                throw new DecodeException("json: cannot unmarshal " + GoTypes.inJson(value) + " into Go struct field "
                        + goPath + " of type int32");
            }
            case PLAIN -> value;
        };
    }

    private static JsonNode quantity(JsonNode value, String goPath) {
        if (!value.isTextual() && !value.isNumber()) {
            throw new DecodeException("json: cannot unmarshal " + GoTypes.inJson(value) + " into Go struct field "
                    + goPath + " of type resource.Quantity");
        }
        String text = value.asText();
        String canonical = Quantity.tryParse(text)
                .orElseThrow(() -> new DecodeException("quantities must match the regular expression "
                        + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"))
                .toString();
        return value.isTextual() && canonical.equals(text) ? value : TextNode.valueOf(canonical);
    }

    private static JsonNode time(JsonNode value, String layout, DateTimeFormatter format, ChronoUnit unit) {
        String text = value.asText();
        try {
            var time = OffsetDateTime.parse(text)
                    .withOffsetSameInstant(ZoneOffset.UTC)
                    .truncatedTo(unit);
            String canonical = format.format(time);
            return canonical.equals(text) ? value : TextNode.valueOf(canonical);
        } catch (DateTimeException e) {
            throw new DecodeException(
                    "parsing time \"" + text + "\" as \"" + layout + "\": cannot parse \"" + text + "\" as \"2006\"");
        }
    }

    private static void requireBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new DecodeException("illegal base64 data at input byte " + firstBadByte(text));
        }
    }

    private static int firstBadByte(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean alphabet =
                    (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
            if (!alphabet) {
                return i;
            }
        }
        return text.length() / 4 * 4;
    }

    static DecodeException mismatch(Schema schema, JsonNode value, String goPath) {
        String number = value.isNumber() && schema.type == Schema.Type.INTEGER ? " " + value.asText() : "";
        return new DecodeException("json: cannot unmarshal " + GoTypes.inJson(value) + number + " into Go struct field "
                + goPath + " of type " + goType(schema));
    }

    static String goType(Schema schema) {
        if (!schema.typeName.isEmpty()) {
            return "v1." + schema.typeName;
        }
        return switch (schema.type) {
            case STRING -> schema.format.equals("byte") ? "[]uint8" : "string";
            case BOOLEAN -> "bool";
            case INTEGER -> schema.format.isEmpty() ? "int64" : schema.format;
            case NUMBER -> "float64";
            case ARRAY -> "[]" + goType(schema.itemsOrAnything());
            case OBJECT -> "map[string]" + goType(schema.fieldOrAnything("*"));
            case ANY -> "interface {}";
        };
    }

    static boolean isZero(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY, OBJECT -> value.isEmpty();
            case STRING -> value.textValue().isEmpty();
            case NUMBER -> value.decimalValue().signum() == 0;
            case BOOLEAN -> !value.booleanValue();
            case NULL, MISSING -> true;
            case BINARY, POJO -> false;
        };
    }

    /** What Go puts where a list item or a map's value is null. */
    static JsonNode zero(Schema schema) {
        if (!schema.typed) {
            return NullNode.instance;
        }
        return switch (schema.type) {
            case STRING -> TextNode.valueOf("");
            case INTEGER, NUMBER -> IntNode.valueOf(0);
            case BOOLEAN -> BooleanNode.FALSE;
            case OBJECT -> JsonNodeFactory.instance.objectNode();
            case ARRAY, ANY -> NullNode.instance;
        };
    }
}
