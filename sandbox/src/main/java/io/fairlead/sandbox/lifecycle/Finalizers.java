package io.fairlead.sandbox.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.store.Store;
import io.fairlead.sandbox.store.Stored;
import java.util.Optional;

/** Takes finalizers away; an object that is being deleted goes with its last one. */
final class Finalizers {
    private Finalizers() {}

    static void remove(Store store, ObjectKey key, String finalizer) {
        while (true) {
            Optional<Stored> stored = store.get(key.type(), key.namespace(), key.name());
            if (stored.isEmpty() || !Trees.contains(Trees.metadata(stored.get().tree()), "finalizers", finalizer)) {
                return;
            }
            ObjectNode changed = without(stored.get().tree(), finalizer);
            ObjectNode metadata = Trees.metadata(changed);
            boolean last = !metadata.has("finalizers")
                    && metadata.path("deletionGracePeriodSeconds").asLong(-1) == 0;
            Optional<Stored> written =
                    last ? store.delete(stored.get(), changed) : store.replace(stored.get(), changed);
            if (written.isPresent()) {
                return;
            }
        }
    }

    private static ObjectNode without(ObjectNode object, String finalizer) {
        ObjectNode changed = Trees.copyWithMetadata(object);
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (JsonNode each : Trees.items(Trees.metadata(object), "finalizers")) {
            if (!each.asText().equals(finalizer)) {
                kept.add(each);
            }
        }
        Trees.setOrRemove((ObjectNode) changed.get("metadata"), "finalizers", kept.isEmpty() ? null : kept);
        return changed;
    }
}
