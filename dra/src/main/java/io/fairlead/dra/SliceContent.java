package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.ArrayList;
import java.util.List;

/** What one slice of a pool holds: devices or counter sets, since the API server takes no slice with both. */
record SliceContent(List<Device> devices, List<CounterSet> sharedCounters) {
    private static final int MOST_DEVICES = 128;
    /** The API server's limit for a slice in which any device has more to it than plain attributes and capacities. */
    private static final int MOST_DEVICES_WITH_EXTRAS = 64;

    private static final int MOST_COUNTER_SETS = 8;

    static SliceContent of(ResourceSlice slice) {
        return new SliceContent(slice.getSpec().getDevices(), slice.getSpec().getSharedCounters());
    }

    /** Cuts a pool into as few slices as its order allows; a pool without devices has one empty slice, to say so. */
    static List<SliceContent> of(Pool pool) {
        List<SliceContent> all = new ArrayList<>();
        for (int from = 0; from < pool.counterSets().size(); from += MOST_COUNTER_SETS) {
            int to = Math.min(from + MOST_COUNTER_SETS, pool.counterSets().size());
            all.add(new SliceContent(List.of(), pool.counterSets().subList(from, to)));
        }
        List<Device> chunk = new ArrayList<>();
        boolean extras = false;
        for (Device device : pool.devices()) {
            int most = extras || hasExtras(device) ? MOST_DEVICES_WITH_EXTRAS : MOST_DEVICES;
            if (chunk.size() >= most) {
                all.add(new SliceContent(chunk, List.of()));
                chunk = new ArrayList<>();
                extras = false;
            }
            chunk.add(device);
            extras |= hasExtras(device);
        }
        if (!chunk.isEmpty() || all.isEmpty()) {
            all.add(new SliceContent(chunk, List.of()));
        }
        return all;
    }

    private static boolean hasExtras(Device device) {
        return !device.getTaints().isEmpty()
                || !device.getConsumesCounters().isEmpty()
                || device.getAttributes().values().stream().anyMatch(SliceContent::isList);
    }

    private static boolean isList(DeviceAttribute attribute) {
        return !attribute.getInts().isEmpty()
                || !attribute.getBools().isEmpty()
                || !attribute.getStrings().isEmpty()
                || !attribute.getVersions().isEmpty();
    }
}
