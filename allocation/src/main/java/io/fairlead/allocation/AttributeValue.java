package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fairlead.cel.Semver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The value of a device's attribute as expressions see it. */
final class AttributeValue {
    private AttributeValue() {}

    /** The value of an attribute without a {@link #problem}. */
    static Object of(DeviceAttribute attribute, boolean lists) {
        if (lists && !attribute.getInts().isEmpty()) {
            return attribute.getInts();
        }
        if (lists && !attribute.getBools().isEmpty()) {
            return attribute.getBools();
        }
        if (lists && !attribute.getStrings().isEmpty()) {
            return attribute.getStrings();
        }
        if (lists && !attribute.getVersions().isEmpty()) {
            return attribute.getVersions().stream().map(Semver::parse).toList();
        }
        if (attribute.getInt() != null) {
            return attribute.getInt();
        }
        if (attribute.getBool() != null) {
            return attribute.getBool();
        }
        return attribute.getString() != null ? attribute.getString() : Semver.parse(attribute.getVersion());
    }

    /** Why the attribute has no value that this version knows; null when it has. */
    static @Nullable String problem(DeviceAttribute attribute, boolean lists) {
        boolean list = lists
                && !(attribute.getInts().isEmpty()
                        && attribute.getBools().isEmpty()
                        && attribute.getStrings().isEmpty());
        if (list) {
            return null;
        }
        if (lists && !attribute.getVersions().isEmpty()) {
            return noVersion(attribute.getVersions());
        }
        if (attribute.getInt() != null || attribute.getBool() != null || attribute.getString() != null) {
            return null;
        }
        return attribute.getVersion() == null
                ? "unsupported attribute value"
                : noVersion(List.of(attribute.getVersion()));
    }

    private static @Nullable String noVersion(List<String> versions) {
        for (String version : versions) {
            if (Semver.tryParse(version).isEmpty()) {
                return "parse semantic version: \"" + version + "\"";
            }
        }
        return null;
    }
}
