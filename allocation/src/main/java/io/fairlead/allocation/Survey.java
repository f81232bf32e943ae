package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import java.util.List;

/**
 * What one pass over the devices of a slice tells. In a large pool they are in no cache of the processor, and each look
 * at one costs more than the work on it.
 */
final class Survey {
    private final int[] nameHashes;
    private final boolean bindingConditions;
    private final boolean consumesCounters;

    Survey(List<Device> devices) {
        nameHashes = new int[devices.size()];
        boolean conditions = false;
        boolean counters = false;
        for (int i = 0; i < nameHashes.length; i++) {
            Device device = devices.get(i);
            nameHashes[i] = device.getName().hashCode();
            conditions |= !device.getBindingConditions().isEmpty();
            counters |= !device.getConsumesCounters().isEmpty();
        }
        bindingConditions = conditions;
        consumesCounters = counters;
    }

    int nameHash(int device) {
        return nameHashes[device];
    }

    /** Whether some device waits for something before it is bound. */
    boolean hasBindingConditions() {
        return bindingConditions;
    }

    /** Whether some device takes from counters. */
    boolean consumesCounters() {
        return consumesCounters;
    }
}
