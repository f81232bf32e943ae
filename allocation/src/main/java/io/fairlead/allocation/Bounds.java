package io.fairlead.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How many devices a demand can still get at most: by number, by the buckets of a constraint, by counters. */
final class Bounds {
    private final Site site;
    private final Choices choices;
    private final Map<Ask, BitSet> candidates = new HashMap<>();
    private final BitSet drawing = new BitSet();
    private final BitSet shareable = new BitSet();

    Bounds(Site site, List<Ask> asks, Choices choices) {
        this.site = site;
        this.choices = choices;
        for (Ask ask : asks) {
            BitSet passing = new BitSet(site.size());
            boolean admin = ask.demand().hasAdminAccess();
            for (int device = 0; device < site.size(); device++) {
                boolean candidate = (admin || !site.isHeld(device)) && ask.verdict(device) == Ask.Verdict.PASS;
                passing.set(device, candidate);
                shareable.set(device, ask.isShareable(device));
            }
            candidates.put(ask, passing);
        }
        for (int device = 0; device < site.size(); device++) {
            drawing.set(device, site.drawsCounters(device) && !shareable.get(device));
        }
    }

    private BitSet candidates(Ask ask) {
        BitSet found = candidates.get(ask);
        if (found == null) {
            throw new IllegalStateException("bounds were made for another search");
        }
        return found;
    }

    boolean isCandidate(Ask ask, int device) {
        return candidates(ask).get(device);
    }

    /** The devices from {@code start} on that the demand could have now, each looked at on its own. */
    BitSet available(Ask ask, int start) {
        BitSet available = (BitSet) candidates(ask).clone();
        if (start > 0) {
            available.clear(0, start);
        }
        available.andNot(choices.usedBy(ask.claim().index()));
        if (!ask.demand().hasAdminAccess()) {
            available.andNot(choices.taken());
        }
        return available;
    }

    /** Whether every device that the demand gets is one that no other demand gets. */
    boolean isExclusive(Ask ask) {
        return ask.all() == null
                && !ask.demand().hasAdminAccess()
                && !candidates(ask).intersects(shareable);
    }

    boolean isEnough(Ask ask) {
        return ask.all() != null ? ask.all().length > 0 : isEnough(ask, ask.needed(), 0);
    }

    /** False when there are certainly not so many devices for the demand; true promises nothing. */
    boolean isEnough(Ask ask, int needed, int start) {
        BitSet available = available(ask, start);
        if (needed <= 0) {
            return true;
        }
        if (available.cardinality() < needed) {
            return false;
        }
        if (ask.constraints().length == 0 && !available.intersects(drawing)) {
            return true;
        }
        for (int number : ask.constraints()) {
            retainAllowed(available, ask.claim().constraints().get(number));
        }
        if (most(available) < needed) {
            return false;
        }
        for (int number : ask.constraints()) {
            if (!isEnough(available, ask.claim().constraints().get(number), needed)) {
                return false;
            }
        }
        return true;
    }

    /** Drops what the constraint would not let in beside the devices that it has. */
    private static void retainAllowed(BitSet devices, Constraint constraint) {
        int[] state = constraint.state();
        Set<Integer> values = new HashSet<>();
        Arrays.stream(state).forEach(values::add);
        for (int device = devices.nextSetBit(0); device >= 0; device = devices.nextSetBit(device + 1)) {
            int[] own = constraint.values(device);
            boolean allowed = own != null
                    && (constraint.isEmpty()
                            || (own.length > 0
                                    && constraint.isMatch()
                                            == Arrays.stream(own).anyMatch(values::contains)));
            devices.set(device, allowed);
        }
    }

    private boolean isEnough(BitSet available, Constraint constraint, int needed) {
        if (needed == 1 || (constraint.isMatch() && !constraint.isEmpty())) {
            return true;
        }
        Map<Integer, BitSet> buckets = new HashMap<>();
        int loose = 0;
        for (int device = available.nextSetBit(0); device >= 0; device = available.nextSetBit(device + 1)) {
            int @Nullable [] values = constraint.values(device);
            if (values == null) {
                continue;
            }
            loose += values.length == 1 ? 0 : 1;
            for (int value : values) {
                buckets.computeIfAbsent(value, v -> new BitSet()).set(device);
            }
        }
        if (constraint.isMatch()) {
            return buckets.values().stream().anyMatch(bucket -> most(bucket) >= needed);
        }
        // One device for each value; devices with several values, or none that counts, are taken to fit in between.
        return buckets.size() + loose >= needed;
    }

    /** How many of these devices the counters of their pools allow at the same time, at most. */
    private int most(BitSet devices) {
        if (!devices.intersects(drawing)) {
            return devices.cardinality();
        }
        Map<Counters, List<PoolDevice>> byPool = new HashMap<>();
        int free = 0;
        for (int device = devices.nextSetBit(0); device >= 0; device = devices.nextSetBit(device + 1)) {
            if (drawing.get(device)) {
                byPool.computeIfAbsent(site.counters(device), c -> new ArrayList<>())
                        .add(site.device(device));
            } else {
                free++;
            }
        }
        for (Map.Entry<Counters, List<PoolDevice>> pool : byPool.entrySet()) {
            free += pool.getKey().most(pool.getValue());
        }
        return free;
    }
}
