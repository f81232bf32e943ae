package io.fairlead.sandbox.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Locale;

/**
 * Defaults of built-in kinds that depend on other fields, so that no schema can say them.
 *
 * <p>Applied to the tree that {@link Decoding} has just made, in place: that tree is nobody else's yet.
 */
public final class KindDefaults {
    private KindDefaults() {}

    /** Sets what the real server's defaulting functions set for the kind; other kinds are left as they are. */
    public static void apply(String group, String kind, ObjectNode object) {
        switch (group + "/" + kind) {
            case "/Pod" -> {
                if (object.get("spec") instanceof ObjectNode spec) {
                    PodDefaults.apply(spec);
                }
            }
            case "/Service" -> {
                if (object.get("spec") instanceof ObjectNode spec) {
                    service(spec);
                }
            }
            case "/Secret" -> secret(object);
            case "/Namespace" -> namespace(object);
            case "/Node" -> node(object);
            case "apiextensions.k8s.io/CustomResourceDefinition" -> crd(object);
            case "resource.k8s.io/ResourceClaim" -> claim(object.path("spec"));
            case "resource.k8s.io/ResourceClaimTemplate" ->
                claim(object.path("spec").path("spec"));
            default -> {}
        }
    }

    static void putIfAbsent(ObjectNode object, String field, String value) {
        if (!object.has(field)) {
            object.put(field, value);
        }
    }

    static void putIfAbsent(ObjectNode object, String field, int value) {
        if (!object.has(field)) {
            object.put(field, value);
        }
    }

    private static void service(ObjectNode spec) {
        putIfAbsent(spec, "sessionAffinity", "None");
        putIfAbsent(spec, "type", "ClusterIP");
        String type = spec.path("type").asText();
        for (JsonNode port : spec.path("ports")) {
            if (port instanceof ObjectNode node) {
                putIfAbsent(node, "protocol", "TCP");
                if (!node.has("targetPort") || GoValues.isZero(node.path("targetPort"))) {
                    node.set("targetPort", node.path("port"));
                }
            }
        }
        if (!type.equals("ExternalName")) {
            putIfAbsent(spec, "internalTrafficPolicy", "Cluster");
        }
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            putIfAbsent(spec, "externalTrafficPolicy", "Cluster");
        }
        if (type.equals("LoadBalancer") && !spec.has("allocateLoadBalancerNodePorts")) {
            spec.put("allocateLoadBalancerNodePorts", true);
        }
        if (spec.path("sessionAffinity").asText().equals("ClientIP") && !spec.has("sessionAffinityConfig")) {
            spec.putObject("sessionAffinityConfig").putObject("clientIP").put("timeoutSeconds", 10800);
        }
    }

    private static void secret(ObjectNode secret) {
        putIfAbsent(secret, "type", "Opaque");
        if (secret.remove("stringData") instanceof ObjectNode plain && !plain.isEmpty()) {
            ObjectNode data = secret.get("data") instanceof ObjectNode given ? given : secret.putObject("data");
            plain.properties()
                    .forEach(entry -> data.put(
                            entry.getKey(),
                            Base64.getEncoder()
                                    .encodeToString(entry.getValue().asText().getBytes(UTF_8))));
        }
    }

    private static void namespace(ObjectNode namespace) {
        String name = namespace.path("metadata").path("name").asText();
        if (!name.isEmpty() && namespace.get("metadata") instanceof ObjectNode metadata) {
            if (metadata.get("labels") instanceof ObjectNode labels) {
                labels.put("kubernetes.io/metadata.name", name);
            } else {
                metadata.putObject("labels").put("kubernetes.io/metadata.name", name);
            }
        }
    }

    private static void node(ObjectNode node) {
        if (node.get("status") instanceof ObjectNode status && status.has("capacity") && !status.has("allocatable")) {
            status.set("allocatable", status.path("capacity").deepCopy());
        }
    }

    private static void crd(ObjectNode crd) {
        if (!(crd.get("spec") instanceof ObjectNode spec)) {
            return;
        }
        if (!spec.has("conversion")) {
            spec.putObject("conversion").put("strategy", "None");
        }
        if (spec.get("names") instanceof ObjectNode names) {
            String kind = names.path("kind").asText();
            if (!kind.isEmpty()) {
                putIfAbsent(names, "singular", kind.toLowerCase(Locale.ROOT));
                putIfAbsent(names, "listKind", kind + "List");
            }
        }
    }

    private static void claim(JsonNode spec) {
        for (JsonNode request : spec.path("devices").path("requests")) {
            deviceRequest(request.path("exactly"));
            request.path("firstAvailable").forEach(KindDefaults::deviceRequest);
        }
    }

    private static void deviceRequest(JsonNode request) {
        if (request instanceof ObjectNode node) {
            putIfAbsent(node, "allocationMode", "ExactCount");
            if (node.path("allocationMode").asText().equals("ExactCount") && !node.has("count")) {
                node.put("count", 1);
            }
            if (node.get("tolerations") instanceof ArrayNode tolerations) {
                tolerations.forEach(toleration -> putIfAbsent((ObjectNode) toleration, "operator", "Equal"));
            }
        }
    }
}
