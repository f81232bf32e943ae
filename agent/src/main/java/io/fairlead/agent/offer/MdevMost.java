package io.fairlead.agent.offer;

import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fairlead.host.MdevParent;
import io.fairlead.host.MdevType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The most instances of each type that a parent could make at any time that is remembered.
 *
 * <p>A parent says only how many more it can make now, which falls for all its types when one is made. The most that was
 * ever seen tells how big one type is beside another. What was published tells it to an agent that was just started.
 */
public final class MdevMost {
    private record Key(String parent, String type) {}

    private final Map<Key, Integer> most = new ConcurrentHashMap<>();

    /** What an earlier agent had published. */
    public void remember(List<ResourceSlice> slices) {
        Map<String, Integer> totals = new HashMap<>();
        for (ResourceSlice slice : slices) {
            for (CounterSet set : slice.getSpec().getSharedCounters()) {
                totals.put(set.getName(), parts(set.getCounters()));
            }
        }
        for (ResourceSlice slice : slices) {
            slice.getSpec().getDevices().forEach(device -> remember(device, totals));
        }
    }

    private void remember(Device device, Map<String, Integer> totals) {
        DeviceAttribute parent = device.getAttributes().get("mdevParent");
        DeviceAttribute type = device.getAttributes().get("mdevType");
        for (DeviceCounterConsumption share : device.getConsumesCounters()) {
            int amount = parts(share.getCounters());
            if (parent != null && type != null && amount > 0) {
                most.merge(
                        new Key(parent.getString(), type.getString()),
                        totals.getOrDefault(share.getCounterSet(), 0) / amount,
                        Math::max);
            }
        }
    }

    private static int parts(Map<String, Counter> counters) {
        Counter parts = counters.get(Devices.COUNTER);
        return parts == null ? 0 : parts.getValue().getNumericalAmount().intValue();
    }

    int of(MdevParent parent, MdevType type, int now) {
        return most.merge(new Key(parent.name(), type.id()), now, Math::max);
    }
}
