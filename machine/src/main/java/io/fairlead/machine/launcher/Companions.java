package io.fairlead.machine.launcher;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Resources that come along with another one, because the IOMMU does not part their functions: a GPU brings its audio
 * function. Who asks for both by their own names asks for one unit, which is offered under its first function's name.
 */
final class Companions {
    private static final String BRIDGE = "06";

    /** By the resource of a unit's first function: how many of which others each such unit has. */
    private final Map<String, Map<String, Integer>> brought = new HashMap<>();

    Companions(List<PciDevice> devices) {
        record Group(String node, String number) {}
        Map<Group, List<PciDeviceStatus>> units = new HashMap<>();
        devices.stream()
                .map(PciDevice::getStatus)
                .filter(Objects::nonNull)
                .filter(function -> !name(function.iommuGroup()).isEmpty())
                .filter(function -> !name(function.classId()).startsWith(BRIDGE))
                .forEach(function -> units.computeIfAbsent(
                                new Group(name(function.nodeName()), name(function.iommuGroup())),
                                _ -> new ArrayList<>())
                        .add(function));
        units.values().forEach(this::add);
    }

    private void add(List<PciDeviceStatus> unit) {
        List<String> resources = unit.stream()
                .sorted(Comparator.comparing(function -> name(function.address())))
                .map(function -> name(function.resourceName()))
                .toList();
        Map<String, Integer> others = new TreeMap<>();
        resources.stream().skip(1).forEach(resource -> others.merge(resource, 1, Integer::sum));
        // Units that are called the same may differ from node to node; only what all of them have is certain.
        brought.merge(resources.getFirst(), others, (some, more) -> {
            Map<String, Integer> common = new TreeMap<>();
            some.forEach((resource, count) -> common.put(resource, Math.min(count, more.getOrDefault(resource, 0))));
            return common;
        });
    }

    /** Takes out of what is asked for what comes along with the rest of it. */
    void fold(Map<String, Integer> counts) {
        for (Map.Entry<String, Integer> asked : Map.copyOf(counts).entrySet()) {
            brought.getOrDefault(asked.getKey(), Map.of())
                    .forEach((resource, each) -> counts.computeIfPresent(resource, (_, wanted) -> {
                        int left = wanted - each * asked.getValue();
                        return left > 0 ? left : null;
                    }));
        }
    }
}
