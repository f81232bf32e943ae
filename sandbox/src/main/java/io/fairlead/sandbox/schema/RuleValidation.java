package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.validation.FieldErrors;
import io.fairlead.sandbox.validation.FieldPath;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks a custom resource, whose structure is right already, against the rules in its schema. */
final class RuleValidation {
    private final FieldErrors errors = new FieldErrors();

    private RuleValidation() {}

    /** What the rules say; what was wrong before and did not change is let through. */
    static List<Cause> validate(Schema schema, ObjectNode object, @Nullable ObjectNode old) {
        var validation = new RuleValidation();
        validation.value(schema, object, old, FieldPath.ROOT);
        return validation.errors.causes();
    }

    private void value(Schema schema, JsonNode value, @Nullable JsonNode old, FieldPath path) {
        if (schema.typed || (old != null && old.equals(value)) || value.isNull()) {
            return;
        }
        for (SchemaRule rule : schema.rules) {
            String complaint = rule.complaint(value, old);
            if (complaint != null) {
                errors.invalid(path, GoTypes.inSchema(schema), complaint);
            }
        }
        switch (value) {
            case ObjectNode object -> {
                for (Map.Entry<String, JsonNode> entry : object.properties()) {
                    JsonNode before = old == null ? null : old.get(entry.getKey());
                    value(schema.fieldOrAnything(entry.getKey()), entry.getValue(), before, path.child(entry.getKey()));
                }
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    value(schema.itemsOrAnything(), array.get(i), sameItem(schema, array.get(i), old), path.index(i));
                }
            }
            default -> {}
        }
    }

    /** Only items of a list with keys can be followed from one version of it to the next. */
    private static @Nullable JsonNode sameItem(Schema schema, JsonNode item, @Nullable JsonNode old) {
        if (schema.listType != Schema.ListType.MAP || old == null) {
            return null;
        }
        for (JsonNode candidate : old) {
            boolean same =
                    schema.listMapKeys.stream().allMatch(key -> item.path(key).equals(candidate.path(key)));
            if (same) {
                return candidate;
            }
        }
        return null;
    }
}
