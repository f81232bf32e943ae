package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which fields one version of an object has that another has not, or has otherwise. Found in one walk over both. */
record Comparison(FieldSet added, FieldSet modified, FieldSet removed) {
    static Comparison of(Schema schema, JsonNode before, JsonNode after) {
        var comparison = new Comparison(new FieldSet(), new FieldSet(), new FieldSet());
        comparison.values(schema, before, after);
        return comparison;
    }

    /** What the writer of the second version has set. */
    FieldSet written() {
        return added.union(modified);
    }

    private void values(Schema schema, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (isMap(schema, before, after)) {
            maps(schema, before, after);
        } else if (!lists(schema, before, after)) {
            leaf(before, after);
            return;
        }
        if (before == null) {
            added.setMember();
        } else if (after == null) {
            removed.setMember();
        }
    }

    private void leaf(@Nullable JsonNode before, @Nullable JsonNode after) {
        if (before == null) {
            added.setMember();
        } else if (after == null) {
            removed.setMember();
        } else if (!JsonValues.same(before, after)) {
            modified.setMember();
        }
    }

    /** Two empty maps are compared as one value each, so that empty and null stay different. */
    private static boolean isMap(Schema schema, @Nullable JsonNode before, @Nullable JsonNode after) {
        return !schema.atomicMap()
                && (isNone(before) || before instanceof ObjectNode)
                && (isNone(after) || after instanceof ObjectNode)
                && !(isEmpty(before) && isEmpty(after));
    }

    private static boolean isNone(@Nullable JsonNode value) {
        return value == null || value.isNull();
    }

    private static boolean isEmpty(@Nullable JsonNode value) {
        return value == null || value.isEmpty();
    }

    private void maps(Schema schema, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (after instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                String name = entry.getKey();
                JsonNode old = before == null ? null : before.get(name);
                child(schema.fieldOrAnything(name), Steps.field(name), old, entry.getValue());
            }
        }
        if (before instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                String name = entry.getKey();
                if (after == null || !after.has(name)) {
                    child(schema.fieldOrAnything(name), Steps.field(name), entry.getValue(), null);
                }
            }
        }
    }

    private boolean lists(Schema schema, @Nullable JsonNode before, @Nullable JsonNode after) {
        boolean lists =
                (isNone(before) || before instanceof ArrayNode) && (isNone(after) || after instanceof ArrayNode);
        if (!lists || (isEmpty(before) && isEmpty(after))) {
            return false;
        }
        Map<String, JsonNode> old = before instanceof ArrayNode ? Steps.itemsByStep(schema, before) : Map.of();
        Map<String, JsonNode> now = after instanceof ArrayNode ? Steps.itemsByStep(schema, after) : Map.of();
        if (old == null || now == null) {
            return false;
        }
        now.forEach((step, item) -> child(schema.itemsOrAnything(), step, old.get(step), item));
        old.forEach((step, item) -> {
            if (!now.containsKey(step)) {
                child(schema.itemsOrAnything(), step, item, null);
            }
        });
        return true;
    }

    // Versions of an object share the trees that did not change, and those need no walk.
    @SuppressWarnings("ReferenceEquality")
    private void child(Schema schema, String step, @Nullable JsonNode before, @Nullable JsonNode after) {
        if (before == after) {
            return;
        }
        var below = new Comparison(new FieldSet(), new FieldSet(), new FieldSet());
        below.values(schema, before, after);
        added.put(step, below.added);
        modified.put(step, below.modified);
        removed.put(step, below.removed);
    }
}
