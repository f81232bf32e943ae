package io.fairlead.sandbox.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Reads the value that a field selector compares with. */
@FunctionalInterface
public interface FieldLabel {
    /** The value as text; empty when the object has none. */
    String of(ObjectNode object);

    /** The value at a dotted path, such as {@code spec.nodeName}. */
    static FieldLabel at(String path) {
        String[] names = path.split("\\.");
        return object -> {
            JsonNode node = object;
            for (String name : names) {
                node = node.path(name);
            }
            return node.asText("");
        };
    }

    /** The same, with what an absent value counts as. */
    static FieldLabel at(String path, String absent) {
        FieldLabel label = at(path);
        return object -> {
            String value = label.of(object);
            return value.isEmpty() ? absent : value;
        };
    }
}
