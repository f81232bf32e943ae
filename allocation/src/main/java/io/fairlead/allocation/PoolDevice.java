package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fairlead.cel.DeviceFacts;
import io.fairlead.cel.QualifiedName;
import io.fairlead.cel.Quantity;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A device of a slice, with what is worked out about it once and asked many times. */
final class PoolDevice implements DeviceFacts {
    private final Device device;
    private final Slice slice;
    private final DeviceId id;
    private final boolean hasPolicies;
    private boolean isRead;
    private @Nullable String unreadable;

    PoolDevice(Device device, Slice slice) {
        this.device = device;
        this.slice = slice;
        id = new DeviceId(slice.driver(), slice.poolName(), device.getName());
        boolean policies = false;
        for (DeviceCapacity capacity : device.getCapacity().values()) {
            policies |= capacity.getRequestPolicy() != null;
        }
        hasPolicies = policies;
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

    @Override
    public String driver() {
        return slice.driver();
    }

    @Override
    public boolean allowMultipleAllocations() {
        return allowsMultipleAllocations();
    }

    @Override
    public @Nullable Object attribute(QualifiedName name) {
        DeviceAttribute attribute = find(device.getAttributes(), name);
        return attribute == null ? null : AttributeValue.of(attribute, slice.hasLists());
    }

    @Override
    public @Nullable Quantity capacity(QualifiedName name) {
        DeviceCapacity capacity = find(device.getCapacity(), name);
        return capacity == null ? null : Capacity.parse(capacity.getValue());
    }

    private <V> @Nullable V find(Map<String, V> values, QualifiedName name) {
        V own = name.domain().equals(slice.driver()) ? values.get(name.id()) : null;
        return own == null ? values.get(name.text()) : own;
    }

    @Override
    public Map<String, Object> attributes() {
        Map<String, Object> values = new HashMap<>();
        device.getAttributes()
                .forEach((name, attribute) -> values.put(name, AttributeValue.of(attribute, slice.hasLists())));
        return values;
    }

    @Override
    public Map<String, Quantity> capacities() {
        Map<String, Quantity> values = new HashMap<>();
        device.getCapacity().forEach((name, capacity) -> values.put(name, Capacity.parse(capacity.getValue())));
        return values;
    }

    /** A race between threads looks twice and does no harm. */
    @Override
    public @Nullable String unreadable() {
        if (!isRead) {
            for (Map.Entry<String, DeviceAttribute> attribute :
                    device.getAttributes().entrySet()) {
                String problem = AttributeValue.problem(attribute.getValue(), slice.hasLists());
                if (problem != null) {
                    unreadable = "attribute " + attribute.getKey() + ": " + problem;
                }
            }
            isRead = true;
        }
        return unreadable;
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
