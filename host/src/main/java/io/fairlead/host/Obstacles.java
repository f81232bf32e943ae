package io.fairlead.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What keeps single functions with the host; what groups add to that is for {@link Units}. */
final class Obstacles {
    private static final int USB = 0x0c03;
    private static final int ETHERNET = 0x0200;

    private final Map<PciAddress, List<PciAddress>> behind = new HashMap<>();
    private final Map<PciAddress, Integer> made = new HashMap<>();
    private final Map<PciAddress, Integer> mediated = new HashMap<>();
    private final Map<PciAddress, List<String>> vdpa = new HashMap<>();
    private final Optional<String> networkUnknown;
    private final Optional<String> storageUnknown;

    Obstacles(
            List<PciFunction> functions,
            List<MdevParent> mdevParents,
            List<VdpaDevice> vdpaDevices,
            Optional<String> networkUnknown,
            Optional<String> storageUnknown) {
        this.networkUnknown = networkUnknown;
        this.storageUnknown = storageUnknown;
        for (PciFunction function : functions) {
            if (function.sriov() instanceof Sriov.Virtual(PciAddress physical)) {
                made.merge(physical, 1, Integer::sum);
            }
            for (PciAddress above : function.bridges()) {
                behind.computeIfAbsent(above, _ -> new ArrayList<>()).add(function.address());
            }
        }
        for (MdevParent parent : mdevParents) {
            int count = parent.instances().size();
            parent.function()
                    .filter(_ -> count > 0)
                    .ifPresent(function -> mediated.merge(function, count, Integer::sum));
        }
        for (VdpaDevice device : vdpaDevices) {
            device.function().ifPresent(function -> vdpa.merge(function, List.of(device.name()), Lists::joined));
        }
    }

    List<Obstacle> of(PciFunction function) {
        PciAddress address = function.address();
        List<Obstacle> all = new ArrayList<>();
        if (function.bootVga()) {
            all.add(new Obstacle.BootVga(address));
        }
        for (NetworkInterface networkInterface : function.interfaces()) {
            if (networkInterface.defaultRoute()) {
                all.add(new Obstacle.DefaultRoute(address, networkInterface.name()));
            }
            networkInterface
                    .uppers()
                    .forEach(upper -> all.add(new Obstacle.NetworkMember(address, networkInterface.name(), upper)));
        }
        function.disks().stream()
                .filter(disk -> !disk.uses().isEmpty())
                .forEach(disk -> all.add(new Obstacle.DiskInUse(address, disk)));
        unknown(function).ifPresent(what -> all.add(new Obstacle.Unknown(address, what)));
        int virtualFunctions = virtualFunctions(function);
        if (virtualFunctions > 0) {
            all.add(new Obstacle.HasVirtualFunctions(address, virtualFunctions));
        }
        if (behind.containsKey(address)) {
            all.add(new Obstacle.CarriesFunctions(address, behind.get(address)));
        }
        if (mediated.containsKey(address)) {
            all.add(new Obstacle.HasMediatedDevices(address, mediated.get(address)));
        }
        if (vdpa.containsKey(address)) {
            all.add(new Obstacle.HasVdpaDevices(address, vdpa.get(address)));
        }
        return all;
    }

    /** What the maker says of them, or what they say of their maker, whichever is more. */
    private int virtualFunctions(PciFunction function) {
        int claimed = made.getOrDefault(function.address(), 0);
        return function.sriov() instanceof Sriov.Physical physical
                ? Math.max(claimed, physical.virtualFunctions().size())
                : claimed;
    }

    /** Without a driver of the host's there is neither an interface nor a disk, so then there is nothing to know. */
    private Optional<String> unknown(PciFunction function) {
        if (!function.isDrivenByHost()) {
            return Optional.empty();
        }
        int type = function.type().code() >> 8;
        if (type == ETHERNET && function.interfaces().isEmpty()) {
            return Optional.of("driver %s shows no interface here, so it may be in another network namespace"
                    .formatted(function.driver().orElseThrow()));
        }
        if (!function.interfaces().isEmpty() && networkUnknown.isPresent()) {
            return networkUnknown;
        }
        // A virtio function can bring file systems whatever its class says.
        boolean mayStore = function.type().isStorage()
                || type == USB
                || !function.disks().isEmpty()
                || function.driver().filter("virtio-pci"::equals).isPresent();
        return mayStore ? storageUnknown : Optional.empty();
    }
}
