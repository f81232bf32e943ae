package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import java.util.List;

/** What the server itself puts into a new object: its first status, and what admission adds to pods. */
final class NewObject {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int EVICTED_AFTER_SECONDS = 300;

    private NewObject() {}

    /** Works on a tree that is nobody else's yet; its top fields are replaced, never changed inside. */
    static void initialize(ResourceType type, ObjectNode object, Cluster cluster) {
        if (type.has(Trait.STATUS) && !type.has(Trait.STATUS_ON_CREATE)) {
            object.remove("status");
        }
        switch (type.id()) {
            case BuiltIns.PODS -> pod(object);
            case BuiltIns.NAMESPACES -> namespace(object);
            case BuiltIns.CRDS -> storedVersions(object);
            case "resourceclaims.resource.k8s.io" -> object.putObject("status");
            case ServiceAddress.SERVICES -> {
                object.putObject("status").putObject("loadBalancer");
                ServiceAddress.assign(object, cluster);
            }
            default -> {}
        }
    }

    private static void pod(ObjectNode pod) {
        ObjectNode spec = pod.get("spec") instanceof ObjectNode own ? Trees.copy(own) : JSON.objectNode();
        if (!spec.has("serviceAccountName")) {
            spec.put("serviceAccountName", "default").put("serviceAccount", "default");
        }
        if (!spec.has("priority") && !spec.has("priorityClassName")) {
            spec.put("priority", 0);
        }
        if (!spec.has("preemptionPolicy")) {
            spec.put("preemptionPolicy", "PreemptLowerPriority");
        }
        ArrayNode tolerations = JSON.arrayNode();
        Trees.items(spec, "tolerations").forEach(tolerations::add);
        tolerate(tolerations, "node.kubernetes.io/not-ready");
        tolerate(tolerations, "node.kubernetes.io/unreachable");
        spec.set("tolerations", tolerations);
        pod.set("spec", spec);
        pod.putObject("status").put("phase", "Pending").put("qosClass", Qos.of(spec));
    }

    /** A pod stays five minutes on a node that fails, unless it says otherwise. */
    private static void tolerate(ArrayNode tolerations, String taint) {
        for (JsonNode toleration : tolerations) {
            String key = Trees.text(toleration, "key");
            String effect = Trees.text(toleration, "effect");
            if ((key.equals(taint) || key.isEmpty()) && (effect.equals("NoExecute") || effect.isEmpty())) {
                return;
            }
        }
        tolerations
                .addObject()
                .put("key", taint)
                .put("operator", "Exists")
                .put("effect", "NoExecute")
                .put("tolerationSeconds", EVICTED_AFTER_SECONDS);
    }

    private static void namespace(ObjectNode namespace) {
        ObjectNode spec = namespace.get("spec") instanceof ObjectNode own ? Trees.copy(own) : JSON.objectNode();
        if (!Trees.contains(spec, "finalizers", "kubernetes")) {
            ArrayNode finalizers = JSON.arrayNode();
            Trees.items(spec, "finalizers").forEach(finalizers::add);
            spec.set("finalizers", finalizers.add("kubernetes"));
        }
        namespace.set("spec", spec);
        ObjectNode metadata = (ObjectNode) namespace.get("metadata");
        ObjectNode labels = metadata.get("labels") instanceof ObjectNode own ? Trees.copy(own) : JSON.objectNode();
        metadata.set("labels", labels.put("kubernetes.io/metadata.name", Trees.text(metadata, "name")));
        namespace.putObject("status").put("phase", "Active");
    }

    private static void storedVersions(ObjectNode crd) {
        List<String> stored = crd.path("spec")
                .path("versions")
                .valueStream()
                .filter(version -> version.path("storage").asBoolean())
                .map(version -> version.path("name").asText())
                .toList();
        ArrayNode array = crd.putObject("status").putArray("storedVersions");
        stored.forEach(array::add);
    }
}
