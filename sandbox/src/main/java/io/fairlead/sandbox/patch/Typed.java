package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.Schema;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What server-side apply does to trees, by their schema: name their fields, merge two, take fields away. */
final class Typed {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Typed() {}

    /** The fields that a configuration names. */
    static FieldSet fields(Schema schema, JsonNode value) {
        if (value instanceof ObjectNode object && !schema.atomicMap()) {
            var set = new FieldSet();
            object.properties().forEach(entry -> {
                String name = entry.getKey();
                JsonNode child = entry.getValue();
                FieldSet below = fields(schema.fieldOrAnything(name), child);
                boolean declared = schema.properties().containsKey(name);
                if (!declared || child.isNull() || (child.isObject() && child.isEmpty())) {
                    below.setMember();
                }
                set.put(Steps.field(name), below);
            });
            return set;
        }
        Map<String, JsonNode> items = value instanceof ArrayNode ? Steps.itemsByStep(schema, value) : null;
        if (items == null) {
            return FieldSet.leaf();
        }
        var set = new FieldSet();
        items.forEach((step, item) -> {
            FieldSet below = fields(schema.itemsOrAnything(), item);
            below.setMember();
            set.put(step, below);
        });
        return set;
    }

    /** The live value with the configuration laid over it. */
    static JsonNode merge(Schema schema, @Nullable JsonNode live, @Nullable JsonNode config) {
        if (live == null || config == null) {
            return config != null ? config : Objects.requireNonNull(live);
        }
        if (live instanceof ObjectNode left && config instanceof ObjectNode right && !schema.atomicMap()) {
            ObjectNode merged = JSON.objectNode();
            merged.setAll(left);
            right.properties()
                    .forEach(e -> merged.set(
                            e.getKey(), merge(schema.fieldOrAnything(e.getKey()), left.get(e.getKey()), e.getValue())));
            return merged;
        }
        if (Steps.isGranularList(schema, live) && Steps.isGranularList(schema, config)) {
            Map<String, JsonNode> left = Steps.itemsByStep(schema, live);
            Map<String, JsonNode> right = Steps.itemsByStep(schema, config);
            if (left != null && right != null) {
                return lists(schema.itemsOrAnything(), left, right);
            }
        }
        return config;
    }

    /** The configuration's order for what both have; what only the live list has comes as early as that allows. */
    private static ArrayNode lists(Schema items, Map<String, JsonNode> live, Map<String, JsonNode> config) {
        Deque<String> left = new ArrayDeque<>(live.keySet());
        Deque<String> shared = new ArrayDeque<>(config.keySet());
        shared.removeIf(step -> !live.containsKey(step));
        ArrayNode merged = JSON.arrayNode();
        for (String step : config.keySet()) {
            while (!left.isEmpty() && !left.getFirst().equals(shared.peekFirst())) {
                String first = left.removeFirst();
                if (!config.containsKey(first)) {
                    merged.add(live.get(first));
                }
            }
            if (step.equals(shared.peekFirst())) {
                shared.removeFirst();
                left.remove(step);
            }
            merged.add(merge(items, live.get(step), config.get(step)));
        }
        left.stream().filter(step -> !config.containsKey(step)).forEach(step -> merged.add(live.get(step)));
        return merged;
    }

    /** The value without the fields of the set; null when nothing is left of a map or list that had something taken. */
    static @Nullable JsonNode without(Schema schema, JsonNode value, FieldSet set) {
        if (value instanceof ObjectNode object && !schema.atomicMap()) {
            ObjectNode kept = JSON.objectNode();
            object.properties().forEach(entry -> {
                String name = entry.getKey();
                JsonNode child = keep(schema.fieldOrAnything(name), entry.getValue(), set.child(Steps.field(name)));
                if (child != null) {
                    kept.set(name, child);
                }
            });
            return kept.isEmpty() && !object.isEmpty() ? null : kept;
        }
        Map<String, JsonNode> items = value instanceof ArrayNode ? Steps.itemsByStep(schema, value) : null;
        if (items == null) {
            return value;
        }
        ArrayNode kept = JSON.arrayNode();
        items.forEach((step, item) -> {
            JsonNode child = keep(schema.itemsOrAnything(), item, set.child(step));
            if (child != null) {
                kept.add(child);
            }
        });
        return kept.isEmpty() && !items.isEmpty() ? null : kept;
    }

    private static @Nullable JsonNode keep(Schema schema, JsonNode value, @Nullable FieldSet set) {
        if (set == null) {
            return value;
        }
        return set.isMember() ? null : without(schema, value, set);
    }
}
