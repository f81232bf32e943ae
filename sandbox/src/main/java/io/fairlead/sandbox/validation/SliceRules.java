package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resource slices: one place, one pool, and devices or counters, but not both. */
final class SliceRules implements KindRules.Own {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> PLACES =
            List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection");
    private static final String ONE_PLACE =
            "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
    private static final int MOST_DEVICES = 128;
    private static final int MOST_ADVANCED_DEVICES = 64;
    private static final int MOST_COUNTER_SETS = 8;
    private static final int MOST_COUNTERS = 32;

    @Override
    public void onCreate(ObjectNode slice, FieldErrors errors) {
        check(slice.path("spec"), null, errors);
    }

    @Override
    public void onUpdate(ObjectNode slice, ObjectNode old, FieldErrors errors) {
        check(slice.path("spec"), old.path("spec"), errors);
    }

    private static void check(JsonNode spec, @Nullable JsonNode old, FieldErrors errors) {
        DraParts.driver(spec.path("driver").asText(), SPEC.child("driver"), errors);
        pool(spec.path("pool"), errors);
        if (old != null) {
            FieldPath poolName = SPEC.child("pool").child("name");
            DraParts.immutable(spec.path("pool").path("name"), old.path("pool").path("name"), poolName, errors);
            DraParts.immutable(spec.path("driver"), old.path("driver"), SPEC.child("driver"), errors);
            DraParts.immutable(spec.path("nodeName"), old.path("nodeName"), SPEC.child("nodeName"), errors);
        }
        place(spec, errors);
        if (spec.has("devices") && spec.has("sharedCounters")) {
            errors.invalid(SPEC, "", "only one of `sharedCounters` or `devices` is allowed");
        }
        boolean advanced = spec.path("devices").valueStream().anyMatch(DeviceRules::isAdvanced);
        var devices = new DeviceRules(spec.path("perDeviceNodeSelection").asBoolean(), errors);
        DraParts.set(
                spec.path("devices"),
                advanced ? MOST_ADVANCED_DEVICES : MOST_DEVICES,
                SPEC.child("devices"),
                errors,
                device -> device.get("name"),
                devices::check);
        DraParts.set(
                spec.path("sharedCounters"),
                MOST_COUNTER_SETS,
                SPEC.child("sharedCounters"),
                errors,
                set -> set.get("name"),
                (set, path) -> counters(set, "name", path, errors));
    }

    private static void pool(JsonNode pool, FieldErrors errors) {
        FieldPath path = SPEC.child("pool");
        DraParts.pool(pool.path("name").asText(), path.child("name"), errors);
        if (pool.path("resourceSliceCount").asLong() <= 0) {
            errors.invalid(
                    path.child("resourceSliceCount"), number(pool, "resourceSliceCount"), "must be greater than zero");
        }
        if (pool.path("generation").asLong() < 0) {
            errors.invalid(
                    path.child("generation"), number(pool, "generation"), "must be greater than or equal to zero");
        }
    }

    private static JsonNode number(JsonNode object, String field) {
        return object.has(field) ? object.path(field) : IntNode.valueOf(0);
    }

    private static void place(JsonNode spec, FieldErrors errors) {
        String node = spec.path("nodeName").asText();
        if (spec.has("nodeName")) {
            if (node.isEmpty()) {
                errors.invalid(SPEC.child("nodeName"), "", "must be either unset or set to a non-empty string");
            } else {
                MetadataRules.complain(SPEC.child("nodeName"), node, Names.subdomain(node), errors);
            }
        }
        JsonNode terms = spec.path("nodeSelector").path("nodeSelectorTerms");
        if (spec.has("nodeSelector") && terms.size() != 1) {
            errors.invalid(
                    SPEC.child("nodeSelector").child("nodeSelectorTerms"),
                    terms,
                    "must have exactly one node selector term");
        }
        for (String flag : List.of("allNodes", "perDeviceNodeSelection")) {
            if (spec.path(flag).isBoolean() && !spec.path(flag).asBoolean()) {
                errors.invalid(SPEC.child(flag), BooleanNode.FALSE, "must be either unset or set to true");
            }
        }
        List<String> places = DraParts.present(spec, PLACES);
        if (places.isEmpty()) {
            errors.required(SPEC, ONE_PLACE);
        } else if (places.size() > 1) {
            errors.invalid(SPEC, "{" + String.join(", ", places) + "}", ONE_PLACE + ", but multiple fields are set");
        }
    }

    /** A set of counters, or what a device takes from one: a name and some numbers. */
    static void counters(JsonNode set, String nameField, FieldPath path, FieldErrors errors) {
        String name = set.path(nameField).asText();
        if (name.isEmpty()) {
            errors.required(path.child(nameField), "");
        } else {
            DraParts.label(name, path.child(nameField), errors);
        }
        JsonNode counters = set.path("counters");
        if (counters.isEmpty()) {
            errors.required(path.child("counters"), "");
        } else if (counters.size() > MOST_COUNTERS) {
            errors.tooMany(path.child("counters"), counters.size(), MOST_COUNTERS);
        } else {
            counters.properties().forEach(counter -> DraParts.label(counter.getKey(), path.child("counters"), errors));
        }
    }
}
