package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What remains of a write when everything that it may not touch is as before. Pure. */
final class Update {
    /** Set by the server once, whatever a client sends. */
    private static final List<String> SERVERS_METADATA = List.of(
            "name",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "generateName",
            "selfLink");

    private Update() {}

    static ObjectNode merge(ResourceType type, ObjectNode old, ObjectNode wanted, boolean toStatus) {
        ObjectNode merged;
        if (toStatus) {
            merged = Trees.copy(old);
            merged.set("metadata", Trees.copy(Trees.metadata(type.has(Trait.STATUS_KEEPS_METADATA) ? old : wanted)));
            Trees.setOrRemove(
                    (ObjectNode) merged.get("metadata"),
                    "managedFields",
                    Trees.metadata(wanted).get("managedFields"));
            Trees.setOrRemove(merged, "status", wanted.get("status"));
            if (type.id().equals(ClaimDevices.CLAIMS)) {
                ClaimDevices.dropDeallocated(merged, old);
            }
        } else {
            merged = Trees.copyWithMetadata(wanted);
            if (type.has(Trait.STATUS)) {
                Trees.setOrRemove(merged, "status", old.get("status"));
            }
        }
        merged.put("apiVersion", type.storageApiVersion());
        ObjectNode metadata = (ObjectNode) merged.get("metadata");
        for (String field : SERVERS_METADATA) {
            Trees.setOrRemove(metadata, field, Trees.metadata(old).get(field));
        }
        for (String field : List.of("deletionTimestamp", "deletionGracePeriodSeconds")) {
            // A client may leave them out; one that sets them is refused by the rules of metadata.
            if (!metadata.has(field)) {
                Trees.setOrRemove(metadata, field, Trees.metadata(old).get(field));
            }
        }
        if (type.id().equals(ServiceAddress.SERVICES)) {
            ServiceAddress.keep(merged, old);
        }
        if (counts(type, old, merged)) {
            metadata.put("generation", metadata.path("generation").asLong() + 1);
        }
        return merged;
    }

    /** Whether the last finalizer of a deleted object is gone. */
    static boolean finishesDeletion(ResourceType type, ObjectNode old, ObjectNode updated) {
        ObjectNode metadata = Trees.metadata(old);
        if (!metadata.has("deletionTimestamp")
                || !Trees.metadata(updated).path("finalizers").isEmpty()) {
            return false;
        }
        return type.id().equals(BuiltIns.NAMESPACES)
                ? updated.path("spec").path("finalizers").isEmpty()
                : metadata.path("deletionGracePeriodSeconds").asLong(-1) == 0;
    }

    private static boolean counts(ResourceType type, ObjectNode old, ObjectNode merged) {
        return switch (type.behaviour().generation()) {
            case NONE -> false;
            case SPEC -> !old.path("spec").equals(merged.path("spec"));
            case ALL_BUT_STATUS -> differ(old, merged, Set.of("metadata", "status"));
            case ALL -> differ(old, merged, Set.of("metadata"));
        };
    }

    private static boolean differ(ObjectNode old, ObjectNode merged, Set<String> ignored) {
        Set<String> names = new TreeSet<>();
        old.fieldNames().forEachRemaining(names::add);
        merged.fieldNames().forEachRemaining(names::add);
        names.removeAll(ignored);
        return names.stream().anyMatch(name -> !old.path(name).equals(merged.path(name)));
    }
}
