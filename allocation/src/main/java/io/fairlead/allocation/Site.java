package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fairlead.cel.DeviceFacts;
import io.fairlead.cel.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one node can choose from: the devices of its usable pools, numbered in the order of allocation. */
final class Site {
    private final Node node;
    private final List<Pool> pools;
    private final Holdings holdings;
    private final List<Slice> slices = new ArrayList<>();
    /** The number of each slice's first device. */
    private final int[] firsts;

    private final @Nullable PoolDevice[] devices;
    private final Map<PoolId, Counters> counters = new HashMap<>();
    private int lookedAt = -1;
    private @Nullable DeviceFacts factsLookedAt;

    Site(Node node, List<Pool> pools, Holdings holdings) {
        this.node = node;
        this.pools = pools;
        this.holdings = holdings;
        for (Pool pool : pools) {
            slices.addAll(pool.slices());
            if (!pool.counterSets().isEmpty()) {
                counters.put(pool.id(), new Counters(pool, holdings));
            }
        }
        firsts = new int[slices.size()];
        int count = 0;
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = count;
            count += slices.get(i).size();
        }
        devices = new @Nullable PoolDevice[count];
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
        PoolDevice known = devices[index];
        if (known == null) {
            int found = Arrays.binarySearch(firsts, index);
            int slice = found >= 0 ? found : -found - 2;
            // An empty slice has the same first number as the one after it.
            while (slices.get(slice).size() <= index - firsts[slice]) {
                slice++;
            }
            known = slices.get(slice).device(index - firsts[slice]);
            devices[index] = known;
        }
        return known;
    }

    /**
     * What selectors may ask about the device.
     *
     * <p>All selectors look at one device before they go on to the next, and remember their answers. So the facts of a
     * device that only this node sees are not kept: a hundred thousand of them keep the garbage collector busier than
     * the search.
     */
    DeviceFacts facts(int index, boolean lists) {
        PoolDevice device = device(index);
        if (device.slice().nodeName().isEmpty()) {
            return device.facts(lists);
        }
        DeviceFacts known = factsLookedAt;
        if (known == null || lookedAt != index) {
            known = device.readFacts(lists);
            factsLookedAt = known;
            lookedAt = index;
        }
        return known;
    }

    /** Whether somebody holds the whole device already. */
    boolean isHeld(int index) {
        return !holdings.isEmpty() && holdings.isHeld(device(index).id());
    }

    /** What the holders of shares have taken of the device. */
    Map<String, Quantity> sharedOut(int index) {
        return holdings.sharedOut(device(index).id());
    }

    boolean hasShares(int index) {
        return !holdings.isEmpty() && holdings.hasShares(device(index).id());
    }

    /** Whether the device takes from counters that the pool has. */
    boolean drawsCounters(int index) {
        return device(index).consumesCounters()
                && counters.containsKey(device(index).slice().poolId());
    }

    /** The counters that the device takes from when it is allocated; only for one that does. */
    Counters counters(int index) {
        Counters known = counters.get(device(index).slice().poolId());
        if (known == null) {
            throw new IllegalStateException(device(index) + " takes from counters that its pool does not have");
        }
        return known;
    }
}
