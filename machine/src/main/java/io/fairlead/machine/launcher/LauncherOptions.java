package io.fairlead.machine.launcher;

import io.fairlead.api.cni.NetworkAttachmentDefinition;
import io.fairlead.api.harvester.PciDevice;
import java.util.List;
import java.util.Set;

/**
 * What the pod needs and neither the machine nor the configuration says.
 *
 * @param image the image that has the launcher in it
 * @param networks NetworkAttachmentDefinitions that the machine may refer to
 * @param devices the PCI functions of the cluster
 * @param blockClaims PersistentVolumeClaims that are devices and not file systems
 */
public record LauncherOptions(
        String image, List<NetworkAttachmentDefinition> networks, List<PciDevice> devices, Set<String> blockClaims) {
    public LauncherOptions {
        networks = List.copyOf(networks);
        devices = List.copyOf(devices);
        blockClaims = Set.copyOf(blockClaims);
    }

    public static LauncherOptions of(String image) {
        return new LauncherOptions(image, List.of(), List.of(), Set.of());
    }
}
