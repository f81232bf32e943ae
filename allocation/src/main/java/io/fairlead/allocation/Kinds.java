package io.fairlead.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Groups devices that no request, constraint or counter of the attempt can tell apart. A device that is shared is like no
 * other, because what is left of it changes.
 */
final class Kinds {
    private final int[] kinds;
    private final Map<List<Object>, Integer> numbers = new HashMap<>();

    Kinds(Site site, List<Claim> claims, List<Ask> asks, Bounds bounds) {
        kinds = new int[site.size()];
        for (int device = 0; device < kinds.length; device++) {
            kinds[device] = numbers.computeIfAbsent(traits(site, claims, asks, bounds, device), t -> numbers.size());
        }
    }

    private static List<Object> traits(Site site, List<Claim> claims, List<Ask> asks, Bounds bounds, int device) {
        List<Object> traits = new ArrayList<>();
        boolean unique = false;
        for (Ask ask : asks) {
            traits.add(bounds.isCandidate(ask, device));
            traits.add(ask.verdict(device));
            unique |= ask.isShareable(device) || isOneOfAll(ask, device);
        }
        if (unique) {
            traits.add(device);
        }
        for (Claim claim : claims) {
            for (Constraint constraint : claim.constraints()) {
                int @Nullable [] values = constraint.values(device);
                traits.add(values == null ? "none" : Arrays.toString(values));
            }
        }
        if (site.drawsCounters(device)) {
            traits.add(site.device(device).slice().poolId());
            traits.add(site.counters(device).draw(site.device(device)).toString());
        }
        return traits;
    }

    /** Who wants all devices takes them in order, and whether one is missing before another clashes decides the error. */
    private static boolean isOneOfAll(Ask ask, int device) {
        int[] all = ask.all();
        return all != null && ask.constraints().length > 0 && Arrays.binarySearch(all, device) >= 0;
    }

    int of(int device) {
        return kinds[device];
    }

    int count() {
        return numbers.size();
    }
}
