package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The steps of field paths: how list items are told apart, and how paths are shown to people. */
final class Steps {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Steps() {}

    static String field(String name) {
        return "f:" + name;
    }

    /** A list's items by their steps; null when the list is one value, or when an item has no key or a second owner. */
    static @Nullable Map<String, JsonNode> itemsByStep(Schema schema, JsonNode list) {
        if (schema.listType() == Schema.ListType.ATOMIC) {
            return null;
        }
        Map<String, JsonNode> items = new LinkedHashMap<>();
        for (JsonNode item : list) {
            String step = schema.listType() == Schema.ListType.SET ? "v:" + item : key(schema, item);
            if (step == null || items.put(step, item) != null) {
                return null;
            }
        }
        return items;
    }

    private static @Nullable String key(Schema schema, JsonNode item) {
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        for (String name : schema.listMapKeys().stream().sorted().toList()) {
            JsonNode value = item.get(name);
            if (value == null) {
                value = schema.itemsOrAnything().fieldOrAnything(name).defaultValue();
            }
            if (value != null) {
                key.set(name, value);
            }
        }
        return key.isEmpty() ? null : "k:" + key;
    }

    static boolean isGranularList(Schema schema, @Nullable JsonNode value) {
        return value instanceof ArrayNode && schema.listType() != Schema.ListType.ATOMIC;
    }

    static String shown(String step) {
        String rest = step.substring(2);
        return switch (step.charAt(0)) {
            case 'f' -> "." + rest;
            case 'k' ->
                "["
                        + parse(rest)
                                .propertyStream()
                                .map(e -> e.getKey() + "=" + e.getValue())
                                .collect(Collectors.joining(","))
                        + "]";
            case 'v' -> "[=" + rest + "]";
            default -> "[" + rest + "]";
        };
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a key of a list item: " + json, e);
        }
    }
}
