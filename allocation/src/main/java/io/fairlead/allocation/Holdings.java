package io.fairlead.allocation;

import io.fairlead.cel.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who holds which devices, and shares of devices, before an attempt starts. */
final class Holdings {
    private final Map<DeviceId, String> held = new HashMap<>();
    private final Map<DeviceId, Map<String, Quantity>> shared = new HashMap<>();

    Holdings(List<AllocatedDevice> allocated) {
        for (AllocatedDevice device : allocated) {
            if (device.shareId() == null) {
                held.put(device.id(), device.holder());
            } else {
                Map<String, Quantity> taken = shared.computeIfAbsent(device.id(), id -> new HashMap<>());
                device.consumedCapacity().forEach((name, amount) -> taken.merge(name, amount, Quantity::add));
            }
        }
    }

    boolean isEmpty() {
        return held.isEmpty() && shared.isEmpty();
    }

    boolean isHeld(DeviceId id) {
        return held.containsKey(id);
    }

    String holder(DeviceId id) {
        return held.getOrDefault(id, "");
    }

    boolean hasShares(DeviceId id) {
        return shared.containsKey(id);
    }

    Map<String, Quantity> sharedOut(DeviceId id) {
        return shared.getOrDefault(id, Map.of());
    }

    /** Whether the device takes from its pool's counters already. */
    boolean isAllocated(DeviceId id) {
        return isHeld(id) || hasShares(id);
    }
}
