package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** The names of JSON types in the API server's messages: its JSON decoder and its schema errors have different ones. */
public final class GoTypes {
    private GoTypes() {}

    /** As in {@code json: cannot unmarshal bool into …}. */
    public static String inJson(JsonNode value) {
        return value.isBoolean() ? "bool" : value.isNumber() ? "number" : inSchema(value);
    }

    /** As in {@code must be of type string: "boolean"}. */
    static String inSchema(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT, POJO -> "object";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case STRING, BINARY -> "string";
            case NULL, MISSING -> "null";
        };
    }

    static String inSchema(Schema schema) {
        return schema.form == Schema.Form.INT_OR_STRING
                ? "integer,string"
                : schema.type.name().toLowerCase(Locale.ROOT);
    }

    static boolean isWhole(JsonNode value) {
        return value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
    }
}
