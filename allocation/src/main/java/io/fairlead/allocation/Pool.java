package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool as one node sees it.
 *
 * @param incomplete slices that are published, out of those that the pool announces; null when it is whole
 * @param invalid what contradicts itself in the pool; null when nothing does
 * @param slices those with devices for this node, in the order of allocation
 * @param elsewhere those with devices for other nodes only, which take from the same counters
 */
record Pool(
        PoolId id,
        @Nullable String incomplete,
        @Nullable String invalid,
        List<Slice> slices,
        List<Slice> elsewhere,
        Map<String, CounterSet> counterSets) {
    static Pool incomplete(PoolId id, long found, long expected) {
        String missing = found + " of its " + expected + " slices are published";
        return new Pool(id, missing, null, List.of(), List.of(), Map.of());
    }

    static Pool invalid(PoolId id, String why) {
        return new Pool(id, null, why, List.of(), List.of(), Map.of());
    }

    boolean isUsable() {
        return incomplete == null && invalid == null;
    }

    boolean hasBindingConditions() {
        return slices.stream().anyMatch(slice -> slice.survey().hasBindingConditions());
    }
}
