package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trees;
import java.time.Instant;

/** Kinds whose first deletion only announces the end: what they hold must go before them. */
final class FirstDeletion {
    private static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    private FirstDeletion() {}

    static boolean prepares(ResourceType type) {
        return type.id().equals(BuiltIns.NAMESPACES) || type.id().equals(BuiltIns.CRDS);
    }

    /** Marks the tree, which is nobody else's yet, as being deleted. */
    static void prepare(ResourceType type, ObjectNode object, Instant now) {
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        metadata.put("deletionTimestamp", now.toString());
        ObjectNode status = object.get("status") instanceof ObjectNode own
                ? Trees.copy(own)
                : JsonNodeFactory.instance.objectNode();
        object.set("status", status);
        if (type.id().equals(BuiltIns.NAMESPACES)) {
            status.put("phase", "Terminating");
        } else {
            metadata.put("deletionGracePeriodSeconds", 0);
            Deletion.countGeneration(metadata);
            addCleanup(metadata);
            addCondition(status, now);
        }
    }

    private static void addCleanup(ObjectNode metadata) {
        if (!Trees.contains(metadata, "finalizers", CLEANUP)) {
            ArrayNode finalizers = JsonNodeFactory.instance.arrayNode();
            Trees.items(metadata, "finalizers").forEach(finalizers::add);
            metadata.set("finalizers", finalizers.add(CLEANUP));
        }
    }

    private static void addCondition(ObjectNode status, Instant now) {
        ArrayNode conditions = JsonNodeFactory.instance.arrayNode();
        for (JsonNode condition : Trees.items(status, "conditions")) {
            conditions.add(condition);
        }
        conditions
                .addObject()
                .put("lastTransitionTime", now.toString())
                .put("message", "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon")
                .put("reason", "InstanceDeletionPending")
                .put("status", "True")
                .put("type", "Terminating");
        status.set("conditions", conditions);
    }
}
