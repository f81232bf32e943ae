package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.kubelet.DevicePlugin.Preference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which devices a container gets best: those whose other half the same container was just given, then those whose unit
 * nobody has, of one memory node if that is possible, of one card if that is possible.
 */
final class Preferences {
    private static final List<Function<Listed, String>> NEARNESS =
            List.of(device -> device.numaNode().toString(), Listed::card);

    /** Longer than a kubelet takes from a container's first resource to its last. */
    private static final Duration ADMISSION = Duration.ofSeconds(10);

    private final List<Listed> devices;
    private final LedgerState ledger;
    private final Instant now;

    /** @param devices all of the resource that is asked for */
    Preferences(List<Listed> devices, LedgerState ledger, Instant now) {
        this.devices = devices;
        this.ledger = ledger;
        this.now = now;
    }

    List<String> choose(Preference asked) {
        List<Listed> chosen = new ArrayList<>(among(asked.mustInclude()));
        List<Listed> open = new ArrayList<>(among(asked.available()));
        open.removeAll(chosen);
        List<Listed> halves = open.stream()
                .filter(device -> !lastHanded(device).equals(Instant.MIN))
                .sorted(Comparator.comparing(this::lastHanded).reversed())
                .limit(Math.max(0, asked.size() - chosen.size()))
                .toList();
        chosen.addAll(halves);
        open.removeAll(halves);
        List<Listed> free = open.stream().filter(this::isFree).toList();
        open.removeAll(free);
        for (List<Listed> some : List.of(free, open)) {
            chosen.addAll(nearest(some, asked.size() - chosen.size(), NEARNESS, chosen));
        }
        return chosen.stream().map(Listed::id).toList();
    }

    private List<Listed> among(List<String> ids) {
        return devices.stream().filter(device -> ids.contains(device.id())).toList();
    }

    /**
     * When another part of the device's unit was handed out to a container that is still being admitted. The kubelet
     * admits one pod at a time and names a container's resources one after the other, so it is the same container.
     */
    private Instant lastHanded(Listed device) {
        return device.holdings().stream()
                .flatMap(id -> ledger.holding(id).stream())
                .filter(holding -> !wasGiven(holding, device))
                .flatMap(holding -> holding.holder() instanceof Holder.Handed handed
                                && handed.at().isAfter(now.minus(ADMISSION))
                        ? Stream.of(handed.at())
                        : Stream.empty())
                .max(Comparator.naturalOrder())
                .orElse(Instant.MIN);
    }

    private static boolean wasGiven(Holding holding, Listed device) {
        return holding.devices().stream().anyMatch(device.given()::isNamedAs);
    }

    private boolean isFree(Listed device) {
        return device.holdings().stream()
                .flatMap(id -> ledger.holding(id).stream())
                .allMatch(holding -> holding.holder() instanceof Holder.Nobody);
    }

    /** As many as needed from as few groups as possible, those near to what was chosen before all others. */
    private static List<Listed> nearest(
            List<Listed> from, int needed, List<Function<Listed, String>> levels, List<Listed> chosen) {
        if (levels.isEmpty() || needed <= 0) {
            return from.stream().limit(Math.max(0, needed)).toList();
        }
        Function<Listed, String> level = levels.getFirst();
        Set<String> near = chosen.stream().map(level).collect(Collectors.toSet());
        List<List<Listed>> groups = new ArrayList<>(from.stream()
                .collect(Collectors.groupingBy(level, LinkedHashMap::new, Collectors.toList()))
                .values());
        List<Listed> picked = new ArrayList<>();
        while (picked.size() < needed && !groups.isEmpty()) {
            int missing = needed - picked.size();
            List<Listed> best = Collections.min(
                    groups,
                    Comparator.comparing((List<Listed> group) -> !near.contains(level.apply(group.getFirst())))
                            .thenComparingInt(group -> waste(group.size(), missing)));
            groups.remove(best);
            picked.addAll(nearest(best, missing, levels.subList(1, levels.size()), chosen));
        }
        return picked;
    }

    /** A group that is just large enough is best; of those that are too small, the largest. */
    private static int waste(int size, int missing) {
        return size >= missing ? size - missing : Integer.MAX_VALUE - size;
    }
}
