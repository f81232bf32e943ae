package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicy;
import io.fabric8.kubernetes.api.model.resource.v1.CapacityRequestPolicyRange;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fairlead.cel.Quantity;
import io.fairlead.cel.Quantity.Notation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a request takes of a device's capacities, and whether that is left. */
final class Capacity {
    /** One capacity that is in the way of a request. */
    record Shortage(String name, String why) {}

    private Capacity() {}

    /**
     * What stands between the request and the device; null when the device has enough.
     *
     * @param requested what the request asks for, by capacity
     * @param taken what others took already
     */
    static @Nullable Shortage shortage(
            Map<String, Quantity> requested, Map<String, DeviceCapacity> capacities, Map<String, Quantity> taken) {
        for (String name : requested.keySet()) {
            if (!capacities.containsKey(name)) {
                return new Shortage(name, "the device has no such capacity");
            }
        }
        for (Map.Entry<String, DeviceCapacity> entry : capacities.entrySet()) {
            String name = entry.getKey();
            DeviceCapacity capacity = entry.getValue();
            Quantity consumed = consumed(requested.get(name), capacity);
            if (violates(consumed, capacity.getRequestPolicy(), requested.get(name) == null)) {
                return new Shortage(name, consumed + " is not among the amounts that the device hands out");
            }
            Quantity held = taken.get(name);
            Quantity total = held == null ? consumed : held.add(consumed);
            Quantity all = parse(capacity.getValue());
            if (total.compareTo(all) > 0) {
                Quantity free = held == null ? all : all.subtract(held);
                return new Shortage(name, consumed + " is wanted, " + free + " of " + all + " is left");
            }
        }
        return null;
    }

    /** What the request takes of every capacity, rounded to what the device hands out. */
    static Map<String, Quantity> consumption(Map<String, Quantity> requested, Map<String, DeviceCapacity> capacities) {
        Map<String, Quantity> consumption = new HashMap<>();
        capacities.forEach((name, capacity) -> consumption.put(name, consumed(requested.get(name), capacity)));
        return consumption;
    }

    private static Quantity consumed(@Nullable Quantity requested, DeviceCapacity capacity) {
        CapacityRequestPolicy policy = capacity.getRequestPolicy();
        if (requested == null) {
            boolean hasDefault = policy != null && policy.getDefault() != null;
            return parse(hasDefault ? policy.getDefault() : capacity.getValue());
        }
        if (policy == null) {
            return requested;
        }
        CapacityRequestPolicyRange range = policy.getValidRange();
        if (range != null && range.getMin() != null) {
            return roundUp(requested, range);
        }
        for (io.fabric8.kubernetes.api.model.Quantity valid : policy.getValidValues()) {
            Quantity value = parse(valid);
            if (requested.compareTo(value) <= 0) {
                return value;
            }
        }
        return requested;
    }

    private static Quantity roundUp(Quantity requested, CapacityRequestPolicyRange range) {
        Quantity min = parse(range.getMin());
        if (requested.compareTo(min) < 0) {
            return min;
        }
        if (range.getStep() == null) {
            return requested;
        }
        long step = parse(range.getStep()).roundedUp();
        long above = requested.roundedUp() - min.roundedUp();
        long steps = Math.ceilDiv(above, step);
        return Quantity.of(min.roundedUp() + step * steps, Notation.BINARY);
    }

    /** The policy's own default is always allowed. */
    private static boolean violates(Quantity consumed, @Nullable CapacityRequestPolicy policy, boolean byDefault) {
        if (policy == null || (byDefault && policy.getDefault() != null)) {
            return false;
        }
        CapacityRequestPolicyRange range = policy.getValidRange();
        if (range != null) {
            boolean tooMuch = range.getMax() != null && consumed.compareTo(parse(range.getMax())) > 0;
            boolean offStep = range.getStep() != null
                    && range.getMin() != null
                    && (consumed.roundedUp() - parse(range.getMin()).roundedUp())
                                    % parse(range.getStep()).roundedUp()
                            != 0;
            return tooMuch || offStep;
        }
        List<io.fabric8.kubernetes.api.model.Quantity> values = policy.getValidValues();
        return !values.isEmpty() && values.stream().noneMatch(valid -> consumed.equals(parse(valid)));
    }

    static Quantity parse(io.fabric8.kubernetes.api.model.Quantity quantity) {
        return Quantity.parse(quantity.toString());
    }
}
