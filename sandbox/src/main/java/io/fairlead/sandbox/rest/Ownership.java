package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.patch.FieldManager.Writer;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import java.time.Instant;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who owns which field after a write. */
final class Ownership {
    private Ownership() {}

    /** The object with its managedFields, after a create ({@code live} is null), an update or a patch. */
    static ObjectNode onUpdate(Call call, @Nullable ObjectNode live, ObjectNode object, Instant now) {
        return call.version().fields().update(live, object, writer(call, call.manager()), now);
    }

    static ObjectNode onApply(Call call, @Nullable ObjectNode live, ObjectNode config, boolean force, Instant now) {
        return call.version()
                .fields()
                .apply(live, config, writer(call, call.query().text("fieldManager")), force, now);
    }

    /** Whether two objects differ at most in when a manager last wrote. */
    static boolean sameButForTimes(ObjectNode left, ObjectNode right) {
        if (left.equals(right)) {
            return true;
        }
        ObjectNode leftRest = Trees.copyWithMetadata(left);
        ObjectNode rightRest = Trees.copyWithMetadata(right);
        JsonNode leftManagers = ((ObjectNode) leftRest.get("metadata")).remove("managedFields");
        JsonNode rightManagers = ((ObjectNode) rightRest.get("metadata")).remove("managedFields");
        return leftManagers != null
                && rightManagers != null
                && leftManagers.size() == rightManagers.size()
                && leftRest.equals(rightRest)
                && sameManagers(leftManagers, rightManagers);
    }

    private static boolean sameManagers(JsonNode left, JsonNode right) {
        Iterator<JsonNode> others = right.iterator();
        for (JsonNode entry : left) {
            if (!withoutTime(entry).equals(withoutTime(others.next()))) {
                return false;
            }
        }
        return true;
    }

    private static JsonNode withoutTime(JsonNode entry) {
        return entry instanceof ObjectNode object ? Trees.copy(object).without("time") : entry;
    }

    private static Writer writer(Call call, String manager) {
        Set<String> untouched;
        if (call.toStatus()) {
            untouched = call.type().has(Trait.STATUS_KEEPS_METADATA) ? Set.of("spec", "metadata") : Set.of("spec");
        } else {
            untouched = call.type().has(Trait.STATUS) ? Set.of("status") : Set.of();
        }
        return new Writer(manager, call.apiVersion(), call.subresource(), untouched);
    }
}
