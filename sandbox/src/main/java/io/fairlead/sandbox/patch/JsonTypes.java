package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** What patches have to know of JSON values: Go's names for their types, and when two are the same. */
final class JsonTypes {
    private JsonTypes() {}

    static String nameOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT, POJO -> "object";
            case BOOLEAN -> "bool";
            case NUMBER -> "number";
            case STRING, BINARY -> "string";
            case NULL, MISSING -> "null";
        };
    }

    /** Equal as JSON: an int and a long of the same value are. */
    static boolean same(JsonNode left, JsonNode right) {
        return left.equals(
                (a, b) -> a.equals(b)
                                || (a.isNumber()
                                        && b.isNumber()
                                        && a.decimalValue().compareTo(b.decimalValue()) == 0)
                        ? 0
                        : 1,
                right);
    }
}
