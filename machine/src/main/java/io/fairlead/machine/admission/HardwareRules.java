package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.kubevirt.DeviceRequest;
import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.HostDevice;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.MachineSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a machine asks for exists, and one node has all of it. */
final class HardwareRules {
    private HardwareRules() {}

    static void check(
            String field,
            VirtualMachineInstanceSpec spec,
            ClusterConfig config,
            Hardware hardware,
            List<Cause> causes) {
        Devices devices = MachineSpec.devices(spec);
        Set<String> wanted = new TreeSet<>();
        List<Set<String>> nodes = new ArrayList<>();
        checkResources(field + ".domain.devices.gpus", devices.gpus(), hardware, wanted, nodes, causes);
        checkResources(field + ".domain.devices.hostDevices", devices.hostDevices(), hardware, wanted, nodes, causes);
        checkClaims(field + ".domain.devices.hostDevices", devices.hostDevices(), hardware, wanted, nodes, causes);
        nodes.stream()
                .reduce((left, right) -> left.stream().filter(right::contains).collect(Collectors.toSet()))
                .filter(Set::isEmpty)
                .ifPresent(none -> causes.add(Cause.invalid(
                        field + ".domain.devices",
                        "no node has all of " + String.join(", ", wanted) + "; ask for devices of one node")));
        checkCards(field + ".domain.devices.hostDevices", devices.hostDevices(), config, hardware, causes);
    }

    private static void checkResources(
            String path,
            List<? extends DeviceRequest> devices,
            Hardware hardware,
            Set<String> wanted,
            List<Set<String>> nodes,
            List<Cause> causes) {
        for (int i = 0; i < devices.size(); i++) {
            String resource = name(devices.get(i).deviceName());
            if (resource.isEmpty()) {
                continue;
            }
            Set<String> having = new HashSet<>();
            for (PciDevice device : hardware.devices()) {
                if (device.getStatus() != null
                        && resource.equals(device.getStatus().resourceName())) {
                    having.add(name(device.getStatus().nodeName()));
                }
            }
            if (having.isEmpty()) {
                causes.add(Cause.notFound(
                        path + "[" + i + "].deviceName",
                        "no PCIDevice has the resource name " + resource + "; kubectl get pcidevices lists them"));
            } else if (wanted.add(resource)) {
                nodes.add(having);
            }
        }
    }

    private static void checkClaims(
            String path,
            List<HostDevice> devices,
            Hardware hardware,
            Set<String> wanted,
            List<Set<String>> nodes,
            List<Cause> causes) {
        for (int i = 0; i < devices.size(); i++) {
            String name = devices.get(i).pciDeviceClaim();
            if (name == null) {
                continue;
            }
            String element = path + "[" + i + "].pciDeviceClaim";
            Optional<PciDeviceClaim> claim = hardware.claim(name);
            if (claim.isEmpty() || claim.get().getSpec() == null) {
                causes.add(Cause.notFound(element, "there is no PCIDeviceClaim \"" + name + "\""));
            } else if (!Boolean.TRUE.equals(claim.get().getSpec().disableResourcePooling())) {
                causes.add(Cause.invalid(
                        element,
                        "PCIDeviceClaim \"" + name + "\" is in the pool of its model; set its disableResourcePooling"
                                + " to true, or ask for the model by deviceName"));
            } else {
                wanted.add(name);
                nodes.add(Set.of(name(claim.get().getSpec().nodeName())));
            }
        }
    }

    /** A function picked by its claim that belongs to a card of the same machine. */
    private static void checkCards(
            String path, List<HostDevice> devices, ClusterConfig config, Hardware hardware, List<Cause> causes) {
        for (int i = 0; i < devices.size(); i++) {
            PciDevice function = device(devices.get(i).pciDeviceClaim(), hardware);
            PciAddress address = function == null ? null : address(function);
            if (function == null || address == null) {
                continue;
            }
            for (HostDevice other : devices) {
                if (isCardWith(other, function, address, config, hardware)) {
                    causes.add(Cause.invalid(
                            path + "[" + i + "].pciDeviceClaim",
                            "%s may be a function of the card that %s stands for; ask for one of the two"
                                    .formatted(devices.get(i).pciDeviceClaim(), other.deviceName())));
                }
            }
        }
    }

    private static boolean isCardWith(
            HostDevice card, PciDevice function, PciAddress address, ClusterConfig config, Hardware hardware) {
        return card.deviceName() != null
                && config.isCard(card.deviceName())
                && hardware.devices().stream()
                        .filter(device -> device.getStatus() != null
                                && card.deviceName().equals(device.getStatus().resourceName())
                                && function.getStatus() != null
                                && name(device.getStatus().nodeName())
                                        .equals(name(function.getStatus().nodeName())))
                        .map(HardwareRules::address)
                        .anyMatch(part -> part != null && part.sharesSlotWith(address));
    }

    private static @Nullable PciDevice device(@Nullable String name, Hardware hardware) {
        return name == null ? null : hardware.device(name).orElse(null);
    }

    private static @Nullable PciAddress address(PciDevice device) {
        return device.getStatus() == null || device.getStatus().address() == null
                ? null
                : PciAddress.tryParse(device.getStatus().address()).orElse(null);
    }
}
