package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fairlead.cel.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one node can choose from: the devices of its usable pools, numbered in the order of allocation. */
final class Site {
    private final Node node;
    private final List<Pool> pools;
    private final Holdings holdings;
    private final List<Slice> slices = new ArrayList<>();
    /** The number of each slice's first device. */
    private final int[] firsts;

    private final int size;
    private final Map<PoolId, Counters> counters = new HashMap<>();
    /** The slice that was looked at last; the next device is most often in it, too. */
    private int current;

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
        size = count;
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
        return size;
    }

    PoolDevice device(int index) {
        if (index < firsts[current]
                || index - firsts[current] >= slices.get(current).size()) {
            int found = Arrays.binarySearch(firsts, index);
            current = found >= 0 ? found : -found - 2;
            // An empty slice has the same first number as the one after it.
            while (slices.get(current).size() <= index - firsts[current]) {
                current++;
            }
        }
        return slices.get(current).device(index - firsts[current]);
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
