package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The devices of one pool, as many as there are, in the order in which they shall be given out.
 *
 * @param name by custom that of the node
 * @param counterSets what devices consume that cannot be had all at once
 */
public record Pool(String name, List<Device> devices, List<CounterSet> counterSets) {
    public Pool {
        devices = List.copyOf(devices);
        counterSets = List.copyOf(counterSets);
        Set<String> sets = new HashSet<>();
        for (CounterSet set : counterSets) {
            demand(sets.add(set.getName()), name, "counter set " + set.getName() + " is there twice");
        }
        Set<String> names = new HashSet<>();
        for (Device device : devices) {
            demand(names.add(device.getName()), name, "device " + device.getName() + " is there twice");
            for (DeviceCounterConsumption consumption : device.getConsumesCounters()) {
                demand(
                        sets.contains(consumption.getCounterSet()),
                        name,
                        "device " + device.getName() + " consumes of counter set " + consumption.getCounterSet()
                                + ", which the pool does not have");
            }
        }
    }

    public static Pool of(String name, List<Device> devices) {
        return new Pool(name, devices, List.of());
    }

    private static void demand(boolean fulfilled, String pool, String otherwise) {
        if (!fulfilled) {
            throw new IllegalArgumentException("pool " + pool + ": " + otherwise);
        }
    }
}
