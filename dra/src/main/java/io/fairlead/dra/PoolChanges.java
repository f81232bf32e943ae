package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePool;
import io.fabric8.kubernetes.api.model.resource.v1.ResourcePoolBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What has to be done, in this order, so that the published slices of a pool hold the wanted contents.
 *
 * <p>A slice's place in its pool is the hexadecimal number at the beginning of its name; slices without one, of an older
 * generation or beyond the end are obsolete. A change of more than one slice needs a new generation, which all slices then get: readers take the
 * pool only when all slices of its newest generation are there, so nobody sees half of a change.
 */
record PoolChanges(List<ResourceSlice> obsolete, List<Write> updates, List<Write> creations) {
    /** One slice to be written, and the place in the pool that it has. */
    record Write(int index, ResourceSlice slice) {}

    private static final int SHORTEST_INDEX = 5;
    private static final Pattern NAME = Pattern.compile("(?<index>[0-9a-f]{5,7})-.*");

    static PoolChanges removal(List<ResourceSlice> published) {
        return new PoolChanges(published, List.of(), List.of());
    }

    /** @param blank a slice without content, from which new ones are made */
    static PoolChanges between(
            String pool, List<SliceContent> wanted, List<ResourceSlice> published, ResourceSlice blank) {
        long generation =
                published.stream().mapToLong(PoolChanges::generation).max().orElse(0);
        Map<Integer, ResourceSlice> current = new HashMap<>();
        List<ResourceSlice> obsolete = new ArrayList<>();
        for (ResourceSlice slice : inOrder(published)) {
            OptionalInt index = index(slice);
            boolean fits = generation(slice) == generation && index.isPresent() && index.getAsInt() < wanted.size();
            if (!fits || current.putIfAbsent(index.getAsInt(), slice) != null) {
                obsolete.add(slice);
            }
        }
        ResourcePool kept = pool(pool, generation, wanted.size());
        List<Write> changed = changed(wanted, current, kept);
        boolean bump = current.size() < wanted.size() || changed.size() > 1;
        if (!bump) {
            return new PoolChanges(obsolete, changed, List.of());
        }
        ResourcePool next = pool(pool, generation + 1, wanted.size());
        return new PoolChanges(obsolete, changed(wanted, current, next), created(wanted, current, next, blank));
    }

    boolean areNone() {
        return obsolete.isEmpty() && updates.isEmpty() && creations.isEmpty();
    }

    private static List<Write> changed(
            List<SliceContent> wanted, Map<Integer, ResourceSlice> current, ResourcePool pool) {
        List<Write> changed = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            ResourceSlice slice = current.get(i);
            if (slice == null) {
                continue;
            }
            ResourceSlice next =
                    filled(slice, pool, wanted.get(i), slice.getSpec().getDevices());
            if (!next.getSpec().equals(slice.getSpec())) {
                changed.add(new Write(i, next));
            }
        }
        return changed;
    }

    private static List<Write> created(
            List<SliceContent> wanted, Map<Integer, ResourceSlice> current, ResourcePool pool, ResourceSlice blank) {
        int digits =
                Math.max(SHORTEST_INDEX, Integer.toHexString(wanted.size() - 1).length());
        List<Write> created = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            if (!current.containsKey(i)) {
                String index = String.format("%0" + digits + "x", i);
                ResourceSlice slice = new ResourceSliceBuilder(filled(blank, pool, wanted.get(i), List.of()))
                        .editMetadata()
                        .withGenerateName(index + "-" + blank.getMetadata().getGenerateName())
                        .endMetadata()
                        .build();
                created.add(new Write(i, slice));
            }
        }
        return created;
    }

    private static ResourceSlice filled(
            ResourceSlice slice, ResourcePool pool, SliceContent content, List<Device> published) {
        return new ResourceSliceBuilder(slice)
                .editSpec()
                .withPool(pool)
                .withDevices(TaintTimes.keep(content.devices(), published))
                .withSharedCounters(content.sharedCounters())
                .endSpec()
                .build();
    }

    private static ResourcePool pool(String name, long generation, int slices) {
        return new ResourcePoolBuilder()
                .withName(name)
                .withGeneration(generation)
                .withResourceSliceCount((long) slices)
                .build();
    }

    /** Of two with the same index the older one stays, whoever lists them. */
    private static List<ResourceSlice> inOrder(List<ResourceSlice> slices) {
        return slices.stream()
                .sorted(Comparator.<ResourceSlice, String>comparing(
                                slice -> slice.getMetadata().getCreationTimestamp())
                        .thenComparing(slice -> slice.getMetadata().getName()))
                .toList();
    }

    private static OptionalInt index(ResourceSlice slice) {
        Matcher name = NAME.matcher(slice.getMetadata().getName());
        return name.matches() ? OptionalInt.of(Integer.parseInt(name.group("index"), 16)) : OptionalInt.empty();
    }

    private static long generation(ResourceSlice slice) {
        return slice.getSpec().getPool().getGeneration();
    }
}
