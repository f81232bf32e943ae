package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Device classes: selectors, configuration, and the extended resource that they stand for. */
final class DeviceClassRules implements KindRules.Own {
    @Override
    public void onCreate(ObjectNode deviceClass, FieldErrors errors) {
        JsonNode spec = deviceClass.path("spec");
        FieldPath path = FieldPath.of("spec");
        DraParts.selectors(spec.path("selectors"), path.child("selectors"), errors);
        DraParts.items(
                spec.path("config"),
                DraParts.MOST_CONFIGS,
                path.child("config"),
                errors,
                (config, at) -> DraParts.configuration(config, at, errors));
        JsonNode resource = spec.path("extendedResourceName");
        if (resource.isTextual() && !isExtendedResource(resource.textValue())) {
            errors.invalid(path.child("extendedResourceName"), resource, "must be a valid extended resource name");
        }
    }

    @Override
    public void onUpdate(ObjectNode deviceClass, ObjectNode old, FieldErrors errors) {
        onCreate(deviceClass, errors);
    }

    private static boolean isExtendedResource(String name) {
        return name.contains("/")
                && !name.contains("kubernetes.io/")
                && !name.startsWith("requests.")
                && Names.qualified(name).isEmpty();
    }
}
