package io.fairlead.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Puts functions together that the IOMMU cannot keep apart. */
final class Units {
    private final List<PciFunction> functions;
    private final List<IommuGroup> groups;
    private final Obstacles obstacles;
    private final Map<PciAddress, PciFunction> byAddress = new HashMap<>();

    Units(List<PciFunction> functions, List<IommuGroup> groups, Obstacles obstacles) {
        this.functions = functions;
        this.groups = groups;
        this.obstacles = obstacles;
        functions.forEach(function -> byAddress.put(function.address(), function));
    }

    List<PassthroughUnit> all() {
        List<PassthroughUnit> units = new ArrayList<>();
        for (PciFunction function : functions) {
            if (function.iommuGroup().isEmpty() && !function.type().isBridge()) {
                List<Obstacle> inTheWay = new ArrayList<>(obstacles.of(function));
                inTheWay.add(new Obstacle.NoIommuGroup(function.address()));
                units.add(new PassthroughUnit(List.of(function), "it has no IOMMU group", Offer.despite(inTheWay)));
            }
        }
        for (IommuGroup group : groups) {
            unit(group, units);
        }
        units.sort(Comparator.comparing(unit -> unit.primary().address()));
        return units;
    }

    private void unit(IommuGroup group, List<PassthroughUnit> units) {
        List<PciFunction> travelling = new ArrayList<>();
        List<PciFunction> bridges = new ArrayList<>();
        List<Obstacle> inTheWay = new ArrayList<>();
        for (PciAddress address : group.functions()) {
            PciFunction function = byAddress.get(address);
            if (function == null) {
                inTheWay.add(new Obstacle.SharesGroup(group.number(), address + ", which could not be read"));
            } else if (function.type().isBridge()) {
                bridges.add(function);
            } else {
                travelling.add(function);
                inTheWay.addAll(obstacles.of(function));
            }
        }
        if (travelling.isEmpty()) {
            return;
        }
        group.others().forEach(other -> inTheWay.add(new Obstacle.SharesGroup(group.number(), other)));
        bridges.stream()
                .filter(bridge -> !bridge.standsAside())
                .map(bridge -> "bridge %s, which driver %s holds"
                        .formatted(bridge.address(), bridge.driver().orElseThrow()))
                .forEach(with -> inTheWay.add(new Obstacle.SharesGroup(group.number(), with)));
        if (!group.isolating()) {
            inTheWay.add(new Obstacle.NotIsolated(group.number()));
        }
        units.add(new PassthroughUnit(travelling, because(group, travelling, bridges), Offer.despite(inTheWay)));
    }

    private static String because(IommuGroup group, List<PciFunction> travelling, List<PciFunction> bridges) {
        String why = travelling.size() == 1
                ? "it is alone in IOMMU group " + group.number()
                : "they share IOMMU group " + group.number();
        String aside =
                bridges.stream().map(bridge -> bridge.address().toString()).collect(Collectors.joining(", "));
        return aside.isEmpty() ? why : why + ", bridges aside (" + aside + ")";
    }
}
