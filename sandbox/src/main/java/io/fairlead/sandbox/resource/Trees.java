package io.fairlead.sandbox.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Reading and copying of object trees. Copies are shallow: what is stored is shared and never changed. */
public final class Trees {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectNode NOTHING = JSON.objectNode();

    private Trees() {}

    /** A copy whose fields can be set without touching the original. */
    public static ObjectNode copy(ObjectNode node) {
        return JSON.objectNode().setAll(node);
    }

    /** A copy of the object and of its metadata. */
    public static ObjectNode copyWithMetadata(ObjectNode object) {
        ObjectNode copy = copy(object);
        copy.set("metadata", copy(metadata(object)));
        return copy;
    }

    /** The metadata, for reading; an empty node when there is none. */
    public static ObjectNode metadata(ObjectNode object) {
        return object.get("metadata") instanceof ObjectNode metadata ? metadata : NOTHING;
    }

    /** A text of the metadata; empty when absent. */
    public static String meta(ObjectNode object, String field) {
        return text(metadata(object), field);
    }

    public static String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value == null || !value.isTextual() ? "" : value.textValue();
    }

    /** The elements of an array field, for iteration; empty when absent. */
    public static Iterable<JsonNode> items(JsonNode node, String field) {
        return node.get(field) instanceof ArrayNode array ? array : JSON.arrayNode();
    }

    /** Sets a field, or removes it when there is no value. */
    public static void setOrRemove(ObjectNode node, String field, @Nullable JsonNode value) {
        if (value == null) {
            node.remove(field);
        } else {
            node.set(field, value);
        }
    }

    /** Whether an array field of texts holds a text. */
    public static boolean contains(JsonNode node, String field, String text) {
        for (JsonNode item : items(node, field)) {
            if (item.asText().equals(text)) {
                return true;
            }
        }
        return false;
    }
}
