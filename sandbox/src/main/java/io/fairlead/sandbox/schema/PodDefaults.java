package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What the real server fills into a pod that leaves it open. */
final class PodDefaults {
    private static final int GRACE_SECONDS = 30;
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers", "ephemeralContainers");

    private PodDefaults() {}

    static void apply(ObjectNode spec) {
        boolean hostNetwork = spec.path("hostNetwork").asBoolean();
        for (String list : CONTAINER_LISTS) {
            for (JsonNode container : spec.path(list)) {
                container((ObjectNode) container, hostNetwork);
            }
        }
        KindDefaults.putIfAbsent(spec, "restartPolicy", "Always");
        if (!spec.has("terminationGracePeriodSeconds")) {
            spec.put("terminationGracePeriodSeconds", GRACE_SECONDS);
        }
        KindDefaults.putIfAbsent(spec, "dnsPolicy", "ClusterFirst");
        if (spec.path("serviceAccountName").isTextual()) {
            spec.set("serviceAccount", spec.path("serviceAccountName"));
        }
        if (!spec.has("securityContext")) {
            spec.putObject("securityContext");
        }
        KindDefaults.putIfAbsent(spec, "schedulerName", "default-scheduler");
        if (!spec.has("enableServiceLinks")) {
            spec.put("enableServiceLinks", true);
        }
        for (JsonNode volume : spec.path("volumes")) {
            volume((ObjectNode) volume);
        }
    }

    private static void container(ObjectNode container, boolean hostNetwork) {
        for (JsonNode port : container.path("ports")) {
            if (hostNetwork && port instanceof ObjectNode node && !node.has("hostPort")) {
                node.set("hostPort", node.path("containerPort"));
            }
        }
        requestsFromLimits(container.path("resources"));
        KindDefaults.putIfAbsent(container, "terminationMessagePath", "/dev/termination-log");
        KindDefaults.putIfAbsent(container, "terminationMessagePolicy", "File");
        if (container.has("image")) {
            KindDefaults.putIfAbsent(
                    container,
                    "imagePullPolicy",
                    pullPolicy(container.path("image").asText()));
        }
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.get(probe) instanceof ObjectNode node) {
                probe(node);
            }
        }
        for (JsonNode variable : container.path("env")) {
            if (variable.path("valueFrom").get("fieldRef") instanceof ObjectNode reference) {
                KindDefaults.putIfAbsent(reference, "apiVersion", "v1");
            }
        }
    }

    private static void requestsFromLimits(JsonNode resources) {
        if (resources instanceof ObjectNode node && node.get("limits") instanceof ObjectNode limits) {
            ObjectNode requests = node.get("requests") instanceof ObjectNode given ? given : node.putObject("requests");
            limits.properties().forEach(limit -> {
                if (!requests.has(limit.getKey())) {
                    requests.set(limit.getKey(), limit.getValue());
                }
            });
        }
    }

    /** An image without a tag, or with the tag latest, is pulled always. */
    private static String pullPolicy(String image) {
        String name = image.substring(image.lastIndexOf('/') + 1);
        if (name.contains("@")) {
            return "IfNotPresent";
        }
        int colon = name.indexOf(':');
        return colon < 0 || name.substring(colon + 1).equals("latest") ? "Always" : "IfNotPresent";
    }

    private static void probe(ObjectNode probe) {
        KindDefaults.putIfAbsent(probe, "timeoutSeconds", 1);
        KindDefaults.putIfAbsent(probe, "periodSeconds", 10);
        KindDefaults.putIfAbsent(probe, "successThreshold", 1);
        KindDefaults.putIfAbsent(probe, "failureThreshold", 3);
        if (probe.get("httpGet") instanceof ObjectNode httpGet) {
            KindDefaults.putIfAbsent(httpGet, "path", "/");
            KindDefaults.putIfAbsent(httpGet, "scheme", "HTTP");
        }
    }

    private static void volume(ObjectNode volume) {
        for (String source : List.of("secret", "configMap", "projected", "downwardAPI")) {
            if (volume.get(source) instanceof ObjectNode node && !node.has("defaultMode")) {
                node.put("defaultMode", 0644);
            }
        }
        if (volume.get("hostPath") instanceof ObjectNode hostPath) {
            KindDefaults.putIfAbsent(hostPath, "type", "");
        }
        // A volume without a source is an empty directory.
        if (volume.size() == 1) {
            volume.putObject("emptyDir");
        }
    }
}
