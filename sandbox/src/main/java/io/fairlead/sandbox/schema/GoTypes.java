package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;

/** The names of JSON types as the API server's schema errors have them. */
final class GoTypes {
    private GoTypes() {}

    static String nameOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT, POJO -> "object";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case STRING, BINARY -> "string";
            case NULL, MISSING -> "null";
        };
    }

    static String nameOf(Schema schema) {
        return schema.form == Schema.Form.INT_OR_STRING
                ? "integer,string"
                : schema.type.name().toLowerCase(java.util.Locale.ROOT);
    }

    static boolean isWhole(JsonNode value) {
        return value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0;
    }
}
