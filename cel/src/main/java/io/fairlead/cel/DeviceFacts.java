package io.fairlead.cel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a selector may ask about a device: the {@code device} variable, built once and read by every expression. */
public final class DeviceFacts {
    private final String driver;
    private final boolean allowMultipleAllocations;
    private final DomainMap<Object> attributes;
    private final DomainMap<Quantity> capacity;
    private final @Nullable CelFailure unreadable;

    private DeviceFacts(Builder builder) {
        driver = builder.driver;
        allowMultipleAllocations = builder.allowMultipleAllocations;
        attributes = new DomainMap<>(builder.attributes);
        capacity = new DomainMap<>(builder.capacity);
        unreadable = builder.unreadable;
    }

    public static Builder of(String driver) {
        return new Builder(driver);
    }

    public String driver() {
        return driver;
    }

    boolean allowMultipleAllocations() {
        return allowMultipleAllocations;
    }

    DomainMap<Object> attributes() {
        return attributes;
    }

    DomainMap<Quantity> capacity() {
        return capacity;
    }

    /** Why no expression can be evaluated for this device, or null. */
    @Nullable
    CelFailure unreadable() {
        return unreadable;
    }

    /** The {@code device} variable as the general runtime wants it. */
    Map<String, Object> variable() {
        return Map.of(
                "driver", driver,
                "allowMultipleAllocations", allowMultipleAllocations,
                "attributes", attributes,
                "capacity", capacity);
    }

    /** The attribute with this qualified name, its domain the driver's when it has none; null when it is not there. */
    public @Nullable Object attribute(String qualifiedName) {
        int slash = qualifiedName.indexOf('/');
        return attributes
                .get(slash < 0 ? driver : qualifiedName.substring(0, slash))
                .get(qualifiedName.substring(slash + 1));
    }

    /** Collects the facts. Names without a domain belong to the driver's. */
    public static final class Builder {
        private final String driver;
        private final Map<String, Map<String, Object>> attributes = new HashMap<>();
        private final Map<String, Map<String, Quantity>> capacity = new HashMap<>();
        private boolean allowMultipleAllocations;
        private @Nullable CelFailure unreadable;

        private Builder(String driver) {
            this.driver = driver;
        }

        public Builder allowMultipleAllocations(boolean allowed) {
            allowMultipleAllocations = allowed;
            return this;
        }

        public Builder attribute(String name, long value) {
            return put(attributes, name, value);
        }

        public Builder attribute(String name, boolean value) {
            return put(attributes, name, value);
        }

        public Builder attribute(String name, String value) {
            return put(attributes, name, value);
        }

        public Builder attribute(String name, List<?> values) {
            return put(attributes, name, List.copyOf(values));
        }

        public Builder version(String name, String version) {
            return Semver.tryParse(version)
                    .map(semver -> put(attributes, name, (Object) semver))
                    .orElseGet(() -> unreadable("attribute " + name + ": parse semantic version: \"" + version + "\""));
        }

        public Builder versions(String name, List<String> versions) {
            for (String version : versions) {
                if (Semver.tryParse(version).isEmpty()) {
                    return unreadable("attribute " + name + ": parse semantic version: \"" + version + "\"");
                }
            }
            return attribute(name, versions.stream().map(Semver::parse).toList());
        }

        /** Notes an attribute of a kind that this version does not know: every expression fails for the device. */
        public Builder unreadable(String why) {
            unreadable = new CelFailure(why);
            return this;
        }

        public Builder capacity(String name, Quantity value) {
            return put(capacity, name, value);
        }

        private <V> Builder put(Map<String, Map<String, V>> domains, String name, V value) {
            int slash = name.indexOf('/');
            domains.computeIfAbsent(slash < 0 ? driver : name.substring(0, slash), d -> new HashMap<>())
                    .put(name.substring(slash + 1), value);
            return this;
        }

        public DeviceFacts build() {
            return new DeviceFacts(this);
        }
    }
}
