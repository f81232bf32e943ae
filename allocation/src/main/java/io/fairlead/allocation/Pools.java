package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.CounterSet;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sorts slices into the pools that a node sees. */
final class Pools {
    private final boolean partitionable;
    private final Map<String, List<Slice>> byNode = new HashMap<>();
    private final List<Slice> shared = new ArrayList<>();
    private final Map<PoolId, List<Slice>> byPool = new HashMap<>();

    Pools(Cluster cluster) {
        partitionable = cluster.features().partitionableDevices();
        cluster.resourceSlices().forEach(published -> {
            Slice slice = new Slice(published, cluster.features().listTypeAttributes());
            boolean local = !slice.nodeName().isEmpty() && !slice.hasCounters();
            (local ? byNode.computeIfAbsent(slice.nodeName(), n -> new ArrayList<>()) : shared).add(slice);
            byPool.computeIfAbsent(slice.poolId(), p -> new ArrayList<>()).add(slice);
        });
    }

    /** The node's pools in the order of allocation; those that wait for something before they bind come last. */
    List<Pool> seenFrom(Node node) {
        Map<PoolId, List<Slice>> relevant = new LinkedHashMap<>();
        byNode.getOrDefault(node.getMetadata().getName(), List.of()).forEach(slice -> addNewest(relevant, slice, node));
        shared.forEach(slice -> addNewest(relevant, slice, node));

        List<Pool> pools = new ArrayList<>();
        List<Pool> waiting = new ArrayList<>();
        relevant.forEach((id, slices) -> {
            Pool pool = pool(id, slices);
            if (pool != null) {
                (pool.hasBindingConditions() ? waiting : pools).add(pool);
            }
        });
        pools.sort(Comparator.comparing(Pool::id));
        waiting.sort(Comparator.comparing(Pool::id));
        pools.addAll(waiting);
        return pools;
    }

    private void addNewest(Map<PoolId, List<Slice>> pools, Slice slice, Node node) {
        if (!partitionable && (slice.spec().getPerDeviceNodeSelection() != null || slice.hasCounters())) {
            return;
        }
        if (!slice.isFor(node)) {
            return;
        }
        List<Slice> known = pools.computeIfAbsent(slice.poolId(), id -> new ArrayList<>());
        if (!known.isEmpty() && slice.generation() > known.get(0).generation()) {
            known.clear();
        }
        if (known.isEmpty() || slice.generation() == known.get(0).generation()) {
            known.add(slice);
        }
    }

    /** Null when the pool is about to be replaced by a generation that has nothing for this node. */
    private @Nullable Pool pool(PoolId id, List<Slice> relevant) {
        long expected = relevant.get(0).expectedSlices();
        if (relevant.size() == expected) {
            return build(id, relevant, List.of());
        }
        long generation = relevant.get(0).generation();
        List<Slice> all = new ArrayList<>();
        for (Slice slice : byPool.getOrDefault(id, List.of())) {
            if (slice.generation() > generation) {
                return null;
            }
            if (slice.generation() == generation) {
                all.add(slice);
            }
        }
        if (all.size() != expected) {
            return Pool.incomplete(id, all.size(), expected);
        }
        Set<String> names = new HashSet<>();
        relevant.forEach(slice -> names.add(slice.name()));
        return build(
                id,
                relevant,
                all.stream().filter(slice -> !names.contains(slice.name())).toList());
    }

    private Pool build(PoolId id, List<Slice> relevant, List<Slice> elsewhere) {
        List<Slice> sorted =
                relevant.stream().sorted(Comparator.comparing(Slice::name)).toList();
        List<Slice> devices = partitionable
                ? sorted.stream().filter(slice -> !slice.hasCounters()).toList()
                : sorted;
        String problem = duplicateDevice(devices);
        Map<String, CounterSet> counterSets = new HashMap<>();
        if (partitionable && problem == null) {
            problem = collect(sorted, counterSets);
            problem = problem != null ? problem : danglingCounter(sorted, counterSets);
            problem = problem != null ? problem : danglingCounter(elsewhere, counterSets);
        }
        return problem != null
                ? Pool.invalid(id, problem)
                : new Pool(id, null, null, devices, partitionable ? elsewhere : List.of(), counterSets);
    }

    /** Looks at every device of the node each time, so it uses a plain table and not a set of names. */
    private static @Nullable String duplicateDevice(List<Slice> slices) {
        int count = slices.stream().mapToInt(Slice::size).sum();
        int mask = Integer.highestOneBit(Math.max(1, count)) * 4 - 1;
        // Hashes of names; zero marks a free place, so a name that hashes to it is looked up as if it were one.
        int[] hashes = new int[mask + 1];
        for (Slice slice : slices) {
            Survey survey = slice.survey();
            for (int i = 0; i < slice.size(); i++) {
                int hash = survey.nameHash(i) == 0 ? 1 : survey.nameHash(i);
                int place = ((hash * 0x9E3779B9) >>> 7) & mask;
                while (hashes[place] != 0 && hashes[place] != hash) {
                    place = (place + 1) & mask;
                }
                if (hashes[place] == hash) {
                    return duplicateName(slices);
                }
                hashes[place] = hash;
            }
        }
        return null;
    }

    /** The same with the names themselves, once two of them have one hash. */
    private static @Nullable String duplicateName(List<Slice> slices) {
        Set<String> names = new HashSet<>();
        for (Slice slice : slices) {
            for (Device device : slice.listed()) {
                if (!names.add(device.getName())) {
                    return "duplicate device name " + device.getName() + " in slice " + slice.name();
                }
            }
        }
        return null;
    }

    private static @Nullable String collect(List<Slice> slices, Map<String, CounterSet> counterSets) {
        for (Slice slice : slices) {
            for (CounterSet counterSet : slice.spec().getSharedCounters()) {
                if (counterSets.put(counterSet.getName(), counterSet) != null) {
                    return "duplicate counter set name " + counterSet.getName() + " in slice " + slice.name();
                }
            }
        }
        return null;
    }

    private static @Nullable String danglingCounter(List<Slice> slices, Map<String, CounterSet> counterSets) {
        for (Slice slice : slices) {
            if (!slice.survey().consumesCounters()) {
                continue;
            }
            for (Device device : slice.listed()) {
                for (DeviceCounterConsumption consumed : device.getConsumesCounters()) {
                    CounterSet counterSet = counterSets.get(consumed.getCounterSet());
                    if (counterSet == null) {
                        return "device " + device.getName() + ": counter set " + consumed.getCounterSet()
                                + " not found";
                    }
                    for (String counter : consumed.getCounters().keySet()) {
                        if (!counterSet.getCounters().containsKey(counter)) {
                            return "device " + device.getName() + ": counter " + counter + " not found in counter set "
                                    + counterSet.getName();
                        }
                    }
                }
            }
        }
        return null;
    }
}
