package io.fairlead.agent.harvester;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceStatus;
import io.fairlead.host.NetworkInterface;
import io.fairlead.host.Obstacle;
import io.fairlead.host.Offer;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.Sriov;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.ObjectName;
import io.fairlead.host.names.ResourceName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The PCIDevice objects that a node should have: one per function that is not a bridge. Pure. */
final class DeviceObjects {
    private final String node;
    private final PciInventory inventory;
    private final FunctionNames names;

    DeviceObjects(String node, PciInventory inventory, FunctionNames names) {
        this.node = node;
        this.inventory = inventory;
        this.names = names;
    }

    /**
     * @param resourceNames names that admins chose, by object
     * @return by name
     */
    Map<String, PciDevice> all(Map<String, ResourceName> resourceNames) {
        Map<String, PciDevice> all = new LinkedHashMap<>();
        for (PciFunction function : inventory.functions()) {
            if (!function.type().isBridge()) {
                String name = ObjectName.ofFunction(node, function.address());
                all.put(name, device(name, function, Optional.ofNullable(resourceNames.get(name))));
            }
        }
        return all;
    }

    private PciDevice device(String name, PciFunction function, Optional<ResourceName> chosen) {
        PciDevice device = new PciDevice();
        device.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withLabels(labels(function))
                .withAnnotations(function.driver()
                        .filter(driver -> !Sysfs.isVfio(driver))
                        .map(driver -> Map.of(Marks.FIRST_DRIVER, driver))
                        .orElse(Map.of()))
                .build());
        device.setStatus(new PciDeviceStatus(
                function.address().toString(),
                function.id().vendorHex(),
                function.id().deviceHex(),
                function.type().toString(),
                function.iommuGroup().isPresent()
                        ? Integer.toString(function.iommuGroup().getAsInt())
                        : "",
                node,
                chosen.orElseGet(() -> names.resourceName(function)).toString(),
                names.description(function),
                function.driver().orElse(""),
                Map.of()));
        return device;
    }

    /** Each function's own: what one of them has says nothing about the next. */
    private Map<String, String> labels(PciFunction function) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(Marks.NODE, node);
        parent(function).ifPresent(parent -> labels.put(Marks.PARENT_NETWORK_DEVICE, parent));
        return labels;
    }

    private Optional<String> parent(PciFunction function) {
        if (!(function.sriov() instanceof Sriov.Virtual(PciAddress physical))) {
            return Optional.empty();
        }
        return inventory.function(physical).map(PciFunction::interfaces).stream()
                .flatMap(List::stream)
                .map(NetworkInterface::name)
                .map(carried -> ObjectName.ofNetworkDevice(node, carried))
                .findFirst();
    }

    /** What keeps the function of an object from being given away; empty if nothing does. */
    Optional<String> obstacle(String name) {
        return inventory.functions().stream()
                .map(PciFunction::address)
                .filter(address -> ObjectName.ofFunction(node, address).equals(name))
                .flatMap(address -> inventory.unit(address).stream())
                .flatMap(unit -> switch (unit.offer()) {
                    case Offer.Offerable _ -> Stream.<String>empty();
                    case Offer.Withheld(List<Obstacle> obstacles) ->
                        Stream.of(obstacles.stream().map(Obstacle::text).collect(Collectors.joining("; ")));
                })
                .findFirst();
    }
}
