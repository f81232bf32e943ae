package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What a claim was given, for whom it is reserved, and what drivers say of its devices. */
final class ClaimStatusRules {
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final int MOST_CONSUMERS = 256;
    private static final int MOST_RESULTS = 32;
    private static final int MOST_CONFIGS = 2 * DraParts.MOST_CONFIGS;
    private static final int MOST_CONDITIONS = 8;
    private static final int MOST_BINDING_CONDITIONS = 4;
    private static final List<String> SOURCES = List.of("FromClaim", "FromClass");

    private final ClaimRules.Requests requests;
    private final FieldErrors errors;

    ClaimStatusRules(ClaimRules.Requests requests, FieldErrors errors) {
        this.requests = requests;
        this.errors = errors;
    }

    void check(ObjectNode claim, ObjectNode old) {
        JsonNode status = claim.path("status");
        JsonNode before = old.path("status");
        DraParts.set(
                status.path("reservedFor"),
                MOST_CONSUMERS,
                STATUS.child("reservedFor"),
                errors,
                consumer -> consumer.get("uid"),
                this::consumer);
        devices(status);
        reservations(claim, status, before);
        allocation(status, before);
    }

    private void consumer(JsonNode consumer, FieldPath path) {
        for (String field : List.of("resource", "name", "uid")) {
            if (consumer.path(field).asText().isEmpty()) {
                errors.required(path.child(field), "");
            }
        }
    }

    private void reservations(JsonNode claim, JsonNode status, JsonNode before) {
        JsonNode reserved = status.path("reservedFor");
        if (reserved.isEmpty()) {
            return;
        }
        if (!status.has("allocation")) {
            errors.forbidden(STATUS.child("reservedFor"), "may not be specified when `allocated` is not set");
        } else if (claim.path("metadata").has("deletionTimestamp")) {
            Set<JsonNode> known = new HashSet<>();
            before.path("reservedFor").forEach(known::add);
            if (!reserved.valueStream().allMatch(known::contains)) {
                errors.forbidden(
                        STATUS.child("reservedFor"),
                        "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set");
            }
        }
    }

    private void allocation(JsonNode status, JsonNode before) {
        FieldPath path = STATUS.child("allocation");
        JsonNode allocation = status.path("allocation");
        if (!allocation.isObject()) {
            return;
        }
        if (before.has("allocation")) {
            DraParts.immutable(allocation, before.path("allocation"), path, errors);
            return;
        }
        FieldPath devices = path.child("devices");
        DraParts.items(
                allocation.path("devices").path("results"),
                MOST_RESULTS,
                devices.child("results"),
                errors,
                this::result);
        DraParts.items(
                allocation.path("devices").path("config"),
                MOST_CONFIGS,
                devices.child("config"),
                errors,
                this::configuration);
    }

    private void result(JsonNode result, FieldPath path) {
        requests.reference(result.path("request").asText(), path.child("request"), errors);
        DraParts.driver(result.path("driver").asText(), path.child("driver"), errors);
        DraParts.pool(result.path("pool").asText(), path.child("pool"), errors);
        DraParts.label(result.path("device").asText(), path.child("device"), errors);
        for (String conditions : List.of("bindingConditions", "bindingFailureConditions")) {
            int count = result.path(conditions).size();
            if (count > MOST_BINDING_CONDITIONS) {
                errors.tooMany(path.child(conditions), count, MOST_BINDING_CONDITIONS);
            }
        }
        shareId(result, path);
    }

    private void configuration(JsonNode config, FieldPath path) {
        String source = config.path("source").asText();
        if (source.isEmpty()) {
            errors.required(path.child("source"), "");
        } else if (!SOURCES.contains(source)) {
            errors.unsupported(path.child("source"), source, SOURCES);
        }
        requests.references(config.path("requests"), path.child("requests"), errors);
        DraParts.configuration(config, path, errors);
    }

    private void devices(JsonNode status) {
        Set<JsonNode> allocated = new HashSet<>();
        status.path("allocation").path("devices").path("results").forEach(result -> allocated.add(id(result)));
        DraParts.set(
                status.path("devices"),
                Integer.MAX_VALUE,
                STATUS.child("devices"),
                errors,
                ClaimStatusRules::id,
                (device, path) -> device(device, path, allocated));
    }

    private void device(JsonNode device, FieldPath path, Set<JsonNode> allocated) {
        DraParts.driver(device.path("driver").asText(), path.child("driver"), errors);
        DraParts.pool(device.path("pool").asText(), path.child("pool"), errors);
        DraParts.label(device.path("device").asText(), path.child("device"), errors);
        shareId(device, path);
        if (!allocated.contains(id(device))) {
            errors.invalid(path, id(device), "must be an allocated device in the claim");
        }
        int conditions = device.path("conditions").size();
        if (conditions > MOST_CONDITIONS) {
            errors.tooMany(path.child("conditions"), conditions, MOST_CONDITIONS);
        }
        if (device.has("data")) {
            DraParts.rawExtension(device.path("data"), path.child("data"), errors);
        }
        network(device.path("networkData"), path.child("networkData"));
    }

    private void network(JsonNode network, FieldPath path) {
        record Limit(String field, int length) {}
        for (Limit limit : List.of(new Limit("interfaceName", 256), new Limit("hardwareAddress", 128))) {
            if (network.path(limit.field()).asText().length() > limit.length()) {
                errors.tooLong(path.child(limit.field()), limit.length());
            }
        }
        int addresses = network.path("ips").size();
        if (addresses > 16) {
            errors.tooMany(path.child("ips"), addresses, 16);
        }
    }

    private void shareId(JsonNode device, FieldPath path) {
        String id = device.path("shareID").asText();
        if (!id.isEmpty() && !isUuid(id)) {
            errors.invalid(
                    path.child("shareID"),
                    id,
                    "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase "
                            + "hexadecimal characters");
        }
    }

    private static boolean isUuid(String text) {
        try {
            return UUID.fromString(text).toString().equals(text);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** What tells an allocated device from others, spelled as the real server shows it. */
    private static JsonNode id(JsonNode device) {
        ObjectNode id = JsonNodeFactory.instance.objectNode();
        id.put("Driver", device.path("driver").asText());
        id.put("Pool", device.path("pool").asText());
        id.put("Device", device.path("device").asText());
        return id.put("ShareID", device.path("shareID").asText());
    }
}
