package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Services: their ports, their type, and an address that stays. */
final class ServiceRules implements KindRules.Own {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");

    @Override
    public void onCreate(ObjectNode service, FieldErrors errors) {
        JsonNode spec = service.path("spec");
        JsonNode ports = spec.path("ports");
        boolean needsPorts = !spec.path("type").asText().equals("ExternalName")
                && !spec.path("clusterIP").asText().equals("None");
        if (ports.isEmpty() && needsPorts) {
            errors.required(SPEC.child("ports"), "");
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            port(ports.get(i), SPEC.child("ports").index(i), ports.size() > 1, names, errors);
        }
        String type = spec.path("type").asText();
        if (!TYPES.contains(type)) {
            errors.unsupported(SPEC.child("type"), type, TYPES);
        }
    }

    private static void port(JsonNode port, FieldPath path, boolean named, Set<String> names, FieldErrors errors) {
        String name = port.path("name").asText();
        if (name.isEmpty()) {
            if (named) {
                errors.required(path.child("name"), "");
            }
        } else if (PodRules.name(path.child("name"), name, errors) && !names.add(name)) {
            errors.duplicate(path.child("name"), port.path("name"));
        }
        number(port.path("port"), path.child("port"), errors);
        if (port.path("targetPort").isNumber()) {
            number(port.path("targetPort"), path.child("targetPort"), errors);
        }
    }

    private static void number(JsonNode number, FieldPath path, FieldErrors errors) {
        if (number.asInt() < 1 || number.asInt() > 65535) {
            errors.invalid(path, number, "must be between 1 and 65535, inclusive");
        }
    }

    @Override
    public void onUpdate(ObjectNode service, ObjectNode old, FieldErrors errors) {
        JsonNode before = old.path("spec").path("clusterIP");
        JsonNode after = service.path("spec").path("clusterIP");
        if (!before.asText().isEmpty() && !after.equals(before)) {
            errors.invalid(
                    SPEC.child("clusterIPs").index(0),
                    service.path("spec").path("clusterIPs"),
                    "may not change once set");
        }
        onCreate(service, errors);
    }
}
