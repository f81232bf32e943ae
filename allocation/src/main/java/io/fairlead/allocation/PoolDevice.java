package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fairlead.cel.DeviceFacts;
import io.fairlead.cel.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device of a slice, with what is worked out about it once and asked many times. */
final class PoolDevice {
    private final Device device;
    private final Slice slice;
    private final DeviceId id;
    private final boolean hasPolicies;
    private @Nullable DeviceFacts facts;

    PoolDevice(Device device, Slice slice) {
        this.device = device;
        this.slice = slice;
        id = new DeviceId(slice.driver(), slice.poolName(), device.getName());
        hasPolicies = !device.getCapacity().isEmpty()
                && device.getCapacity().values().stream().anyMatch(capacity -> capacity.getRequestPolicy() != null);
    }

    Device device() {
        return device;
    }

    Slice slice() {
        return slice;
    }

    DeviceId id() {
        return id;
    }

    /** Whether some capacity of this device says how it may be asked for. */
    boolean hasPolicies() {
        return hasPolicies;
    }

    boolean allowsMultipleAllocations() {
        return Boolean.TRUE.equals(device.getAllowMultipleAllocations());
    }

    boolean consumesCounters() {
        return !device.getConsumesCounters().isEmpty();
    }

    /** What selectors may ask, kept for other nodes; a race between threads builds the same facts twice and does no harm. */
    DeviceFacts facts(boolean listTypeAttributes) {
        DeviceFacts known = facts;
        if (known == null) {
            known = readFacts(listTypeAttributes);
            facts = known;
        }
        return known;
    }

    /** The same, not kept. */
    DeviceFacts readFacts(boolean listTypeAttributes) {
        DeviceFacts.Builder builder =
                DeviceFacts.of(slice.driver()).allowMultipleAllocations(allowsMultipleAllocations());
        device.getAttributes().forEach((name, attribute) -> read(builder, name, attribute, listTypeAttributes));
        for (Map.Entry<String, DeviceCapacity> capacity : device.getCapacity().entrySet()) {
            builder.capacity(
                    capacity.getKey(),
                    Quantity.parse(capacity.getValue().getValue().toString()));
        }
        return builder.build();
    }

    private static void read(DeviceFacts.Builder facts, String name, DeviceAttribute attribute, boolean lists) {
        if (lists && !attribute.getInts().isEmpty()) {
            facts.attribute(name, attribute.getInts());
        } else if (lists && !attribute.getBools().isEmpty()) {
            facts.attribute(name, attribute.getBools());
        } else if (lists && !attribute.getStrings().isEmpty()) {
            facts.attribute(name, attribute.getStrings());
        } else if (lists && !attribute.getVersions().isEmpty()) {
            facts.versions(name, attribute.getVersions());
        } else if (attribute.getInt() != null) {
            facts.attribute(name, attribute.getInt());
        } else if (attribute.getBool() != null) {
            facts.attribute(name, attribute.getBool());
        } else if (attribute.getString() != null) {
            facts.attribute(name, attribute.getString());
        } else if (attribute.getVersion() != null) {
            facts.version(name, attribute.getVersion());
        } else {
            facts.unreadable("attribute " + name + ": unsupported attribute value");
        }
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
