package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import io.fairlead.sandbox.store.Stored;

/** Subresources of a pod that are verbs: binding it to a node, and evicting it. */
public final class PodActions {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Cluster cluster;
    private final Deleter deleter;

    public PodActions(Cluster cluster, Deleter deleter) {
        this.cluster = cluster;
        this.deleter = deleter;
    }

    public Answer bind(Call call, ObjectNode binding) {
        while (true) {
            Stored pod = cluster.store()
                    .get(call.type().id(), call.namespace(), call.name())
                    .orElseThrow(call::notFound);
            ObjectNode bound = bound(call, pod.tree(), binding);
            if (call.query().dryRun(call.verb())
                    || cluster.store().replace(pod, bound).isPresent()) {
                return new Answer.Plain(201, success());
            }
        }
    }

    public Answer evict(Call call, ObjectNode eviction) {
        deleter.delete(call, DeleteOptions.of(eviction.path("deleteOptions"), call.query()));
        return new Answer.Plain(201, success());
    }

    private ObjectNode bound(Call call, ObjectNode pod, ObjectNode binding) {
        Subject subject = new Subject("", "pods/binding", call.name());
        if (Trees.metadata(pod).has("deletionTimestamp")) {
            throw StatusException.conflict(
                    subject, "pod " + call.name() + " is being deleted, cannot be assigned to a host");
        }
        String uid = Trees.meta(binding, "uid");
        if (!uid.isEmpty() && !uid.equals(Trees.meta(pod, "uid"))) {
            throw StatusException.conflict(
                    call.subject(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                            + Trees.meta(pod, "uid"));
        }
        String node = Trees.text(pod.path("spec"), "nodeName");
        if (!node.isEmpty()) {
            throw StatusException.conflict(
                    subject, "pod " + call.name() + " is already assigned to node \"" + node + "\"");
        }
        ObjectNode bound = Trees.copyWithMetadata(pod);
        ObjectNode metadata = (ObjectNode) bound.get("metadata");
        ObjectNode annotations = Trees.metadata(binding).get("annotations") instanceof ObjectNode extra ? extra : null;
        if (annotations != null) {
            ObjectNode all =
                    metadata.get("annotations") instanceof ObjectNode own ? Trees.copy(own) : JSON.objectNode();
            metadata.set("annotations", all.setAll(annotations));
        }
        ObjectNode spec = bound.get("spec") instanceof ObjectNode own ? Trees.copy(own) : JSON.objectNode();
        spec.put("nodeName", binding.path("target").path("name").asText());
        bound.set("spec", spec);
        bound.set("status", scheduled(pod));
        return bound;
    }

    private ObjectNode scheduled(ObjectNode pod) {
        ObjectNode status = pod.get("status") instanceof ObjectNode own ? Trees.copy(own) : JSON.objectNode();
        ArrayNode conditions = JSON.arrayNode();
        for (JsonNode condition : Trees.items(status, "conditions")) {
            if (!Trees.text(condition, "type").equals("PodScheduled")) {
                conditions.add(condition);
            }
        }
        conditions
                .addObject()
                .put("type", "PodScheduled")
                .put("status", "True")
                .putNull("lastProbeTime")
                .put("lastTransitionTime", cluster.now().toString());
        status.set("conditions", conditions);
        return status;
    }

    private static ObjectNode success() {
        ObjectNode status = JSON.objectNode().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Success").put("code", 201);
    }
}
