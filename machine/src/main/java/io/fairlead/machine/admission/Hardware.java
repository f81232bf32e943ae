package io.fairlead.machine.admission;

import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.kubevirt.VirtualMachine;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A snapshot of the cluster's devices and of who uses them.
 *
 * @param devices all PCI functions
 * @param claims all claims on them
 * @param machines all virtual machines; their annotations say what they were given
 * @param nodes names of the nodes that exist
 */
public record Hardware(
        List<PciDevice> devices, List<PciDeviceClaim> claims, List<VirtualMachine> machines, Set<String> nodes) {
    Optional<PciDevice> device(String name) {
        return devices.stream()
                .filter(device -> name.equals(device.getMetadata().getName()))
                .findFirst();
    }

    Optional<PciDeviceClaim> claim(String name) {
        return claims.stream()
                .filter(claim -> name.equals(claim.getMetadata().getName()))
                .findFirst();
    }
}
