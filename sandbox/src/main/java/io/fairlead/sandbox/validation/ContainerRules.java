package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.cel.Quantity;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The containers of one pod, which know its volumes and claims. */
final class ContainerRules {
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final Set<String> PLAIN_RESOURCES =
            Set.of("cpu", "memory", "ephemeral-storage", "storage", "pods", "hugepages");

    private final Set<String> volumes;
    private final Set<String> claims;
    private final FieldErrors errors;
    private final Set<String> names = new HashSet<>();

    ContainerRules(Set<String> volumes, Set<String> claims, FieldErrors errors) {
        this.volumes = volumes;
        this.claims = claims;
        this.errors = errors;
    }

    void check(JsonNode containers, FieldPath path) {
        for (int i = 0; i < containers.size(); i++) {
            container(containers.get(i), path.index(i));
        }
    }

    private void container(JsonNode container, FieldPath path) {
        String name = container.path("name").asText();
        if (PodRules.name(path.child("name"), name, errors) && names.contains(name)) {
            // Reported after the image, where the real server comes to it.
            image(container, path);
            errors.duplicate(path.child("name"), container.path("name"));
        } else {
            image(container, path);
        }
        names.add(name);
        ports(container.path("ports"), path.child("ports"));
        environment(container.path("env"), path.child("env"));
        mounts(container.path("volumeMounts"), path.child("volumeMounts"));
        String policy = container.path("imagePullPolicy").asText();
        if (!policy.isEmpty() && !PULL_POLICIES.contains(policy)) {
            errors.unsupported(path.child("imagePullPolicy"), policy, PULL_POLICIES);
        }
        resources(container.path("resources"), path.child("resources"));
    }

    private void image(JsonNode container, FieldPath path) {
        String image = container.path("image").asText();
        if (image.isEmpty()) {
            errors.required(path.child("image"), "");
        } else if (!image.strip().equals(image)) {
            errors.invalid(path.child("image"), image, "must not have leading or trailing whitespace");
        }
    }

    private void ports(JsonNode ports, FieldPath path) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonNode port = ports.get(i);
            int number = port.path("containerPort").asInt();
            if (number == 0) {
                errors.required(path.index(i).child("containerPort"), "");
            } else if (number < 1 || number > 65535) {
                errors.invalid(
                        path.index(i).child("containerPort"),
                        port.path("containerPort"),
                        "must be between 1 and 65535, inclusive");
            }
            String name = port.path("name").asText();
            if (!name.isEmpty() && !seen.add(name)) {
                errors.duplicate(path.index(i).child("name"), port.path("name"));
            }
            String protocol = port.path("protocol").asText();
            if (!PROTOCOLS.contains(protocol)) {
                errors.unsupported(path.index(i).child("protocol"), protocol, PROTOCOLS);
            }
        }
    }

    private void environment(JsonNode variables, FieldPath path) {
        for (int i = 0; i < variables.size(); i++) {
            if (variables.get(i).path("name").asText().isEmpty()) {
                errors.required(path.index(i).child("name"), "");
            }
        }
    }

    private void mounts(JsonNode mounts, FieldPath path) {
        Set<String> places = new HashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            JsonNode mount = mounts.get(i);
            String name = mount.path("name").asText();
            if (name.isEmpty()) {
                errors.required(path.index(i).child("name"), "");
            } else if (!volumes.contains(name)) {
                errors.notFound(path.index(i).child("name"), name);
            }
            String place = mount.path("mountPath").asText();
            if (place.isEmpty()) {
                errors.required(path.index(i).child("mountPath"), "");
            } else if (!places.add(place)) {
                errors.invalid(path.index(i).child("mountPath"), place, "must be unique");
            }
        }
    }

    private void resources(JsonNode resources, FieldPath path) {
        JsonNode limits = resources.path("limits");
        for (var limit : limits.properties()) {
            amount(limit.getKey(), limit.getValue(), path.child("limits"));
        }
        for (var request : resources.path("requests").properties()) {
            String name = request.getKey();
            amount(name, request.getValue(), path.child("requests"));
            String limit = limits.path(name).asText();
            if (!limit.isEmpty() && value(request.getValue()).compareTo(value(limits.path(name))) > 0) {
                errors.invalid(
                        path.child("requests"),
                        request.getValue(),
                        "must be less than or equal to " + name + " limit of " + limit);
            }
        }
        JsonNode used = resources.path("claims");
        for (int i = 0; i < used.size(); i++) {
            String name = used.get(i).path("name").asText();
            if (name.isEmpty()) {
                errors.required(path.child("claims").index(i), "");
            } else if (!claims.contains(name)) {
                errors.notFound(path.child("claims").index(i), name);
            }
        }
    }

    private void amount(String name, JsonNode amount, FieldPath path) {
        boolean known = PLAIN_RESOURCES.contains(name) || name.startsWith("hugepages-") || name.contains("/");
        if (!known) {
            errors.invalid(path.key(name), name, "must be a standard resource type or fully qualified");
        }
        if (value(amount).signum() < 0) {
            errors.invalid(path.key(name), amount, "must be greater than or equal to 0");
        }
    }

    private static BigDecimal value(JsonNode amount) {
        return Quantity.tryParse(amount.asText()).map(Quantity::amount).orElse(BigDecimal.ZERO);
    }
}
