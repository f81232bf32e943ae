package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fairlead.cel.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one node can choose from: the devices of its usable pools, numbered in the order of allocation. */
final class Site {
    private final Node node;
    private final List<Pool> pools;
    private final Holdings holdings;
    private final PoolDevice[] devices;
    private final Map<PoolId, Counters> counters = new HashMap<>();

    Site(Node node, List<Pool> pools, Holdings holdings) {
        this.node = node;
        this.pools = pools;
        this.holdings = holdings;
        List<PoolDevice> usable = new ArrayList<>();
        for (Pool pool : pools) {
            for (Slice slice : pool.slices()) {
                usable.addAll(slice.devices());
            }
            if (!pool.counterSets().isEmpty()) {
                counters.put(pool.id(), new Counters(pool, holdings));
            }
        }
        devices = usable.toArray(PoolDevice[]::new);
    }

    Node node() {
        return node;
    }

    List<Pool> pools() {
        return pools;
    }

    Holdings holdings() {
        return holdings;
    }

    int size() {
        return devices.length;
    }

    PoolDevice device(int index) {
        return devices[index];
    }

    /** Whether somebody holds the whole device already. */
    boolean isHeld(int index) {
        return holdings.isHeld(devices[index].id());
    }

    /** What the holders of shares have taken of the device. */
    Map<String, Quantity> sharedOut(int index) {
        return holdings.sharedOut(devices[index].id());
    }

    boolean hasShares(int index) {
        return holdings.hasShares(devices[index].id());
    }

    /** The counters that the device takes from when it is allocated; only for one that does. */
    Counters counters(int index) {
        Counters known = counters.get(devices[index].slice().poolId());
        if (known == null) {
            throw new IllegalStateException(devices[index] + " takes from counters that its pool does not have");
        }
        return known;
    }
}
