package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;

/** When two JSON values are the same. */
final class JsonValues {
    private JsonValues() {}

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
