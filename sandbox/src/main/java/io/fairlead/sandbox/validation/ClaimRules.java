package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resource claims: what they ask for, which never changes; what they were given is in {@link ClaimStatusRules}. */
final class ClaimRules implements KindRules.Own {
    private static final int MOST_REQUESTS = 32;
    private static final int MOST_CONSTRAINTS = 32;
    private static final int MOST_ALTERNATIVES = 8;
    private static final List<String> MODES = List.of("All", "ExactCount");

    @Override
    public void onCreate(ObjectNode claim, FieldErrors errors) {
        spec(claim.path("spec"), FieldPath.of("spec"), errors);
    }

    @Override
    public void onUpdate(ObjectNode claim, ObjectNode old, FieldErrors errors) {
        DraParts.immutable(claim.path("spec"), old.path("spec"), FieldPath.of("spec"), errors);
    }

    @Override
    public void onStatusUpdate(ObjectNode claim, ObjectNode old, FieldErrors errors) {
        new ClaimStatusRules(new Requests(claim.path("spec").path("devices")), errors).check(claim, old);
    }

    static void spec(JsonNode spec, FieldPath path, FieldErrors errors) {
        JsonNode devices = spec.path("devices");
        FieldPath at = path.child("devices");
        var requests = new Requests(devices);
        DraParts.set(
                devices.path("requests"),
                MOST_REQUESTS,
                at.child("requests"),
                errors,
                request -> request.get("name"),
                (request, item) -> request(request, item, errors));
        DraParts.items(
                devices.path("constraints"),
                MOST_CONSTRAINTS,
                at.child("constraints"),
                errors,
                (constraint, item) -> constraint(constraint, item, requests, errors));
        DraParts.items(devices.path("config"), DraParts.MOST_CONFIGS, at.child("config"), errors, (config, item) -> {
            requests.references(config.path("requests"), item.child("requests"), errors);
            DraParts.configuration(config, item, errors);
        });
    }

    private static void request(JsonNode request, FieldPath path, FieldErrors errors) {
        DraParts.label(request.path("name").asText(), path.child("name"), errors);
        boolean exactly = request.has("exactly");
        boolean alternatives = !request.path("firstAvailable").isEmpty();
        if (exactly && alternatives) {
            errors.invalid(
                    path,
                    NullNode.instance,
                    "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
        } else if (exactly) {
            device(request.path("exactly"), path.child("exactly"), errors);
        } else if (alternatives) {
            DraParts.set(
                    request.path("firstAvailable"),
                    MOST_ALTERNATIVES,
                    path.child("firstAvailable"),
                    errors,
                    alternative -> alternative.get("name"),
                    (alternative, item) -> {
                        DraParts.label(alternative.path("name").asText(), item.child("name"), errors);
                        device(alternative, item, errors);
                    });
        } else {
            errors.required(path, "exactly one of `exactly` or `firstAvailable` is required");
        }
    }

    private static void device(JsonNode request, FieldPath path, FieldErrors errors) {
        String deviceClass = request.path("deviceClassName").asText();
        if (deviceClass.isEmpty()) {
            errors.required(path.child("deviceClassName"), "");
        } else {
            MetadataRules.complain(path.child("deviceClassName"), deviceClass, Names.subdomain(deviceClass), errors);
        }
        DraParts.selectors(request.path("selectors"), path.child("selectors"), errors);
        JsonNode count = request.path("count");
        switch (request.path("allocationMode").asText()) {
            case "All" -> {
                if (count.asLong() != 0) {
                    errors.invalid(path.child("count"), count, "must not be specified when allocationMode is 'All'");
                }
            }
            case "ExactCount" -> {
                if (count.asLong() <= 0) {
                    errors.invalid(path.child("count"), count, "must be greater than zero");
                }
            }
            case String mode -> errors.unsupported(path.child("allocationMode"), mode, MODES);
        }
        JsonNode tolerations = request.path("tolerations");
        for (int i = 0; i < tolerations.size(); i++) {
            toleration(tolerations.get(i), path.child("tolerations").index(i), errors);
        }
    }

    private static void toleration(JsonNode toleration, FieldPath path, FieldErrors errors) {
        String key = toleration.path("key").asText();
        if (!key.isEmpty()) {
            MetadataRules.complain(path.child("key"), key, Names.qualified(key), errors);
        }
        switch (toleration.path("operator").asText()) {
            case "Exists" -> {
                if (!toleration.path("value").asText().isEmpty()) {
                    errors.invalid(
                            path.child("value"), toleration.path("value"), "must be empty for operator `Exists`");
                }
            }
            case "Equal" -> {
                if (key.isEmpty()) {
                    errors.required(path.child("key"), "must be non-empty for operator `Equal`");
                }
            }
            case "" -> errors.required(path.child("operator"), "");
            case String operator -> errors.unsupported(path.child("operator"), operator, List.of("Equal", "Exists"));
        }
    }

    private static void constraint(JsonNode constraint, FieldPath path, Requests requests, FieldErrors errors) {
        requests.references(constraint.path("requests"), path.child("requests"), errors);
        if (constraint.has("matchAttribute")) {
            DraParts.fullyQualifiedName(
                    constraint.path("matchAttribute").asText(), path.child("matchAttribute"), errors);
        } else if (constraint.has("distinctAttribute")) {
            DraParts.fullyQualifiedName(
                    constraint.path("distinctAttribute").asText(), path.child("distinctAttribute"), errors);
        } else {
            errors.required(
                    path,
                    "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields are set");
        }
    }

    /** The names that the requests of a claim have, for whoever refers to them. */
    static final class Requests {
        private final Map<String, Set<String>> names = new HashMap<>();

        Requests(JsonNode devices) {
            for (JsonNode request : devices.path("requests")) {
                Set<String> alternatives = new HashSet<>();
                request.path("firstAvailable")
                        .forEach(each -> alternatives.add(each.path("name").asText()));
                names.put(request.path("name").asText(), alternatives);
            }
        }

        void references(JsonNode references, FieldPath path, FieldErrors errors) {
            DraParts.set(
                    references,
                    MOST_REQUESTS,
                    path,
                    errors,
                    reference -> reference,
                    (reference, at) -> reference(reference.asText(), at, errors));
        }

        void reference(String reference, FieldPath path, FieldErrors errors) {
            String[] parts = reference.split("/", -1);
            if (parts.length <= 2) {
                for (String part : parts) {
                    DraParts.label(part, path, errors);
                }
            }
            Set<String> alternatives = names.get(parts[0]);
            boolean known =
                    parts.length <= 2 && alternatives != null && (parts.length == 1 || alternatives.contains(parts[1]));
            if (!known) {
                errors.invalid(
                        path,
                        reference,
                        "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'");
            }
        }
    }
}
