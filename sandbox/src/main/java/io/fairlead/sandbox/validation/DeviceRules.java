package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import java.util.regex.Pattern;

/** One device in a slice: attributes, capacities, counters, taints, and where it is. */
final class DeviceRules {
    private static final int MOST_ATTRIBUTES = 32;
    private static final int MOST_VALUES = 48;
    private static final int VALUE_LENGTH = 64;
    private static final int MOST_TAINTS = 16;
    private static final int MOST_CONSUMPTIONS = 2;
    private static final int MOST_CONDITIONS = 4;
    private static final int MOST_VALID_VALUES = 10;
    private static final List<String> LISTS = List.of("bools", "ints", "strings", "versions");
    private static final List<String> VALUES =
            List.of("bool", "int", "string", "version", "bools", "ints", "strings", "versions");
    private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");
    private static final String ONE_PLACE = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when "
            + "`perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    private static final Pattern SEMVER = Pattern.compile("(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)"
            + "(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
            + "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?");

    private final boolean placedOneByOne;
    private final FieldErrors errors;

    DeviceRules(boolean placedOneByOne, FieldErrors errors) {
        this.placedOneByOne = placedOneByOne;
        this.errors = errors;
    }

    /** Whether the device uses what makes slices hold fewer of them. */
    static boolean isAdvanced(JsonNode device) {
        return !device.path("taints").isEmpty()
                || !device.path("consumesCounters").isEmpty()
                || device.path("attributes")
                        .valueStream()
                        .anyMatch(attribute -> LISTS.stream().anyMatch(attribute::has));
    }

    void check(JsonNode device, FieldPath path) {
        DraParts.label(device.path("name").asText(), path.child("name"), errors);
        JsonNode attributes = device.path("attributes");
        JsonNode capacity = device.path("capacity");
        atMost(attributes.size() + capacity.size(), MOST_ATTRIBUTES, "attributes and capacities", path);
        atMost(values(attributes), MOST_VALUES, "attribute values", path);
        attributes.properties().forEach(attribute -> {
            DraParts.qualifiedName(attribute.getKey(), path.child("attributes"), errors);
            attribute(attribute.getValue(), path.child("attributes").key(attribute.getKey()));
        });
        boolean shared = device.path("allowMultipleAllocations").asBoolean();
        capacity.properties().forEach(each -> {
            DraParts.qualifiedName(each.getKey(), path.child("capacity"), errors);
            policy(
                    each.getValue(),
                    shared,
                    path.child("capacity").key(each.getKey()).child("requestPolicy"));
        });
        DraParts.items(device.path("taints"), MOST_TAINTS, path.child("taints"), errors, this::taint);
        DraParts.set(
                device.path("consumesCounters"),
                MOST_CONSUMPTIONS,
                path.child("consumesCounters"),
                errors,
                consumption -> consumption.get("counterSet"),
                (consumption, at) -> SliceRules.counters(consumption, "counterSet", at, errors));
        place(device, path);
        binding(device, path);
    }

    private void atMost(int count, int most, String what, FieldPath path) {
        if (count > most) {
            errors.invalid(path, IntNode.valueOf(count), "the total number of " + what + " must not exceed " + most);
        }
    }

    private static int values(JsonNode attributes) {
        int count = 0;
        for (JsonNode attribute : attributes) {
            int listed =
                    LISTS.stream().mapToInt(list -> attribute.path(list).size()).sum();
            count += Math.max(1, listed);
        }
        return count;
    }

    private void attribute(JsonNode attribute, FieldPath path) {
        text(attribute.path("string"), path.child("string"));
        version(attribute.path("version"), path.child("version"));
        for (int i = 0; i < attribute.path("strings").size(); i++) {
            text(attribute.path("strings").get(i), path.child("strings").index(i));
        }
        for (int i = 0; i < attribute.path("versions").size(); i++) {
            version(attribute.path("versions").get(i), path.child("versions").index(i));
        }
        long set = VALUES.stream().filter(attribute::has).count();
        if (set == 0) {
            errors.invalid(path, "", "exactly one value must be specified");
        } else if (set > 1) {
            errors.invalid(path, attribute, "exactly one value must be specified");
        }
    }

    private void text(JsonNode text, FieldPath path) {
        if (text.isTextual() && text.textValue().length() > VALUE_LENGTH) {
            errors.tooLong(path, VALUE_LENGTH);
        }
    }

    private void version(JsonNode version, FieldPath path) {
        if (version.isTextual() && !SEMVER.matcher(version.textValue()).matches()) {
            errors.invalid(path, version, "must be a string compatible with semver.org spec 2.0.0");
        }
        text(version, path);
    }

    private void policy(JsonNode capacity, boolean shared, FieldPath path) {
        JsonNode policy = capacity.path("requestPolicy");
        if (!policy.isObject()) {
            return;
        }
        boolean values = !policy.path("validValues").isEmpty();
        boolean range = policy.has("validRange");
        if (!shared) {
            errors.forbidden(path, "allowMultipleAllocations must be true");
        } else if (values && range) {
            errors.forbidden(
                    path,
                    "exactly one policy can be specified, cannot specify \"validValues\" and \"validRange\" at the same time");
        } else if ((values || range) && !policy.has("default")) {
            errors.required(
                    path.child("default"), "required when " + (values ? "validValues" : "validRange") + " is defined");
        } else if (policy.path("validValues").size() > MOST_VALID_VALUES) {
            errors.tooMany(path.child("validValues"), policy.path("validValues").size(), MOST_VALID_VALUES);
        }
    }

    private void taint(JsonNode taint, FieldPath path) {
        String key = taint.path("key").asText();
        MetadataRules.complain(path.child("key"), key, Names.qualified(key), errors);
        String effect = taint.path("effect").asText();
        if (effect.isEmpty()) {
            errors.required(path.child("effect"), "");
        } else if (!EFFECTS.contains(effect)) {
            errors.unsupported(path.child("effect"), effect, EFFECTS);
        }
    }

    private void place(JsonNode device, FieldPath path) {
        List<String> places = DraParts.present(device, List.of("nodeName", "nodeSelector", "allNodes"));
        if (!placedOneByOne) {
            if (!places.isEmpty()) {
                errors.invalid(
                        path,
                        NullNode.instance,
                        "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to "
                                + "true in the ResourceSlice spec");
            }
        } else if (places.isEmpty()) {
            errors.required(path, ONE_PLACE);
        } else if (places.size() > 1) {
            errors.invalid(path, "{" + String.join(", ", places) + "}", ONE_PLACE);
        }
    }

    private void binding(JsonNode device, FieldPath path) {
        int conditions = device.path("bindingConditions").size();
        int failures = device.path("bindingFailureConditions").size();
        if (conditions > MOST_CONDITIONS) {
            errors.tooMany(path.child("bindingConditions"), conditions, MOST_CONDITIONS);
        }
        if (failures > MOST_CONDITIONS) {
            errors.tooMany(path.child("bindingFailureConditions"), failures, MOST_CONDITIONS);
        }
        if (conditions == 0 && failures > 0) {
            errors.invalid(
                    path.child("bindingConditions"),
                    NullNode.instance,
                    "bindingConditions are required to use bindingFailureConditions");
        } else if (conditions > 0 && failures == 0) {
            errors.invalid(
                    path.child("bindingFailureConditions"),
                    NullNode.instance,
                    "bindingFailureConditions are required to use bindingConditions");
        }
    }
}
