package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.GoTypes;
import io.fairlead.sandbox.status.StatusException;

/** RFC 7386: objects are merged, null removes, everything else replaces. */
public final class MergePatch {
    private MergePatch() {}

    public static ObjectNode apply(JsonNode patch, ObjectNode object) {
        if (patch instanceof ObjectNode changes) {
            return merged(changes, object);
        }
        throw StatusException.badRequest("error decoding patch: json: cannot unmarshal " + GoTypes.inJson(patch)
                + " into Go value of type map[string]interface {}");
    }

    private static ObjectNode merged(ObjectNode patch, JsonNode target) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        if (target instanceof ObjectNode object) {
            result.setAll(object);
        }
        patch.properties().forEach(change -> {
            String name = change.getKey();
            switch (change.getValue()) {
                case JsonNode value when value.isNull() -> result.remove(name);
                case ObjectNode value -> result.set(name, merged(value, result.path(name)));
                case JsonNode value -> result.set(name, value);
            }
        });
        return result;
    }
}
