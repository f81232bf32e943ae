package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.GoTypes;
import io.fairlead.sandbox.schema.Schema;
import io.fairlead.sandbox.status.StatusException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A merge patch that knows the keys of lists and has directives, for built-in kinds. */
public final class StrategicMergePatch {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String DIRECTIVE = "$patch";
    private static final String RETAIN = "$retainKeys";
    private static final String DELETE_PRIMITIVES = "$deleteFromPrimitiveList/";
    private static final String ORDER = "$setElementOrder/";

    private StrategicMergePatch() {}

    public static ObjectNode apply(Schema schema, JsonNode patch, ObjectNode object) {
        if (patch instanceof ObjectNode changes) {
            return map(schema, object, changes);
        }
        throw StatusException.badRequest(
                "json: cannot unmarshal " + GoTypes.inJson(patch) + " into Go value of type map[string]interface {}");
    }

    private static ObjectNode map(Schema schema, ObjectNode original, ObjectNode patch) {
        String directive = patch.path(DIRECTIVE).asText();
        switch (directive) {
            case "replace" -> {
                ObjectNode replacement = patch.deepCopy();
                replacement.remove(DIRECTIVE);
                return replacement;
            }
            case "delete" -> {
                return JSON.objectNode();
            }
            case "", "merge" -> {}
            default -> throw unknownDirective(directive, "map");
        }
        ObjectNode result = JSON.objectNode();
        result.setAll(original);
        retainKeys(patch, result);
        for (var change : patch.properties()) {
            String name = change.getKey();
            JsonNode value = change.getValue();
            if (name.startsWith(DELETE_PRIMITIVES)) {
                deletePrimitives(result, name.substring(DELETE_PRIMITIVES.length()), value);
            } else if (!name.startsWith("$")) {
                set(schema.fieldOrAnything(name), result, name, value);
            }
        }
        patch.properties().stream()
                .filter(e -> e.getKey().startsWith(ORDER))
                .forEach(e -> order(schema, result, e.getKey().substring(ORDER.length()), e.getValue()));
        return result;
    }

    private static void set(Schema field, ObjectNode result, String name, JsonNode value) {
        JsonNode before = result.get(name);
        if (value.isNull()) {
            result.remove(name);
        } else if (value instanceof ObjectNode changes) {
            ObjectNode target = before instanceof ObjectNode object ? object : JSON.objectNode();
            if (changes.path(DIRECTIVE).asText().equals("delete")) {
                result.remove(name);
            } else {
                result.set(name, map(field, target, changes));
            }
        } else if (value instanceof ArrayNode changes && field.mergesByPatch()) {
            result.set(name, list(field, before instanceof ArrayNode array ? array : JSON.arrayNode(), changes));
        } else {
            result.set(name, value);
        }
    }

    private static ArrayNode list(Schema field, ArrayNode original, ArrayNode patch) {
        if (field.patchMergeKey().isEmpty()) {
            return union(original, patch);
        }
        List<JsonNode> items = new ArrayList<>();
        original.forEach(items::add);
        ArrayNode replacement = replacement(patch);
        if (replacement != null) {
            return replacement;
        }
        String key = field.patchMergeKey();
        for (JsonNode change : patch) {
            JsonNode id = change.get(key);
            if (id == null) {
                throw StatusException.of(
                        500, "InternalError", "map: " + change + " does not contain declared merge key: " + key);
            }
            int at = indexOf(items, key, id);
            String directive = change.path(DIRECTIVE).asText();
            switch (directive) {
                case "delete" -> items.removeIf(item -> JsonValues.same(item.path(key), id));
                case "", "merge" -> {
                    ObjectNode before = at < 0 ? JSON.objectNode() : (ObjectNode) items.get(at);
                    ObjectNode merged = map(field.itemsOrAnything(), before, (ObjectNode) change);
                    if (at < 0) {
                        items.add(merged);
                    } else {
                        items.set(at, merged);
                    }
                }
                default -> throw unknownDirective(directive, "list");
            }
        }
        return JSON.arrayNode().addAll(items);
    }

    /** With {@code $patch: replace} among the items, the others are the whole new list. */
    private static @Nullable ArrayNode replacement(ArrayNode patch) {
        boolean replace = patch.valueStream()
                .anyMatch(item -> item.path(DIRECTIVE).asText().equals("replace"));
        if (!replace) {
            return null;
        }
        return JSON.arrayNode()
                .addAll(patch.valueStream().filter(item -> !item.has(DIRECTIVE)).toList());
    }

    private static ArrayNode union(ArrayNode original, ArrayNode patch) {
        ArrayNode result = JSON.arrayNode();
        Set<JsonNode> seen = new HashSet<>();
        for (ArrayNode list : List.of(original, patch)) {
            list.forEach(item -> {
                if (seen.add(item)) {
                    result.add(item);
                }
            });
        }
        return result;
    }

    private static void deletePrimitives(ObjectNode result, String name, JsonNode values) {
        if (result.get(name) instanceof ArrayNode list) {
            Set<JsonNode> gone = new HashSet<>();
            values.forEach(gone::add);
            result.set(
                    name,
                    JSON.arrayNode()
                            .addAll(list.valueStream()
                                    .filter(item -> !gone.contains(item))
                                    .toList()));
        }
    }

    private static void retainKeys(ObjectNode patch, ObjectNode result) {
        if (patch.get(RETAIN) instanceof ArrayNode names) {
            result.retain(names.valueStream().map(JsonNode::asText).toList());
        }
    }

    /** Items that the order names come in that order; the rest keep their places relative to what preceded them. */
    private static void order(Schema schema, ObjectNode result, String name, JsonNode order) {
        if (!(result.get(name) instanceof ArrayNode list)) {
            return;
        }
        String key = schema.fieldOrAnything(name).patchMergeKey();
        List<JsonNode> ordered = new ArrayList<>();
        for (JsonNode wanted : order) {
            list.valueStream()
                    .filter(item -> JsonValues.same(
                            key.isEmpty() ? item : item.path(key), key.isEmpty() ? wanted : wanted.path(key)))
                    .findFirst()
                    .ifPresent(ordered::add);
        }
        List<JsonNode> all = new ArrayList<>();
        int next = 0;
        for (JsonNode item : list) {
            all.add(ordered.contains(item) ? ordered.get(next++) : item);
        }
        result.set(name, JSON.arrayNode().addAll(all));
    }

    private static int indexOf(List<JsonNode> items, String key, JsonNode id) {
        for (int i = 0; i < items.size(); i++) {
            if (JsonValues.same(items.get(i).path(key), id)) {
                return i;
            }
        }
        return -1;
    }

    private static StatusException unknownDirective(String directive, String where) {
        return StatusException.of(
                500, "", "unknown patch type: %s in %s: map[%s:%s]".formatted(directive, where, DIRECTIVE, directive));
    }
}
