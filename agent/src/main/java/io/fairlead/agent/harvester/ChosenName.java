package io.fairlead.agent.harvester;

import io.fairlead.api.harvester.PciDevice;
import io.fairlead.host.names.ResourceName;
import java.util.Optional;

/**
 * The resource name that an admin wrote on a PCIDevice.
 *
 * @param name if there is one
 * @param problem why what is written there is none
 */
record ChosenName(Optional<ResourceName> name, Optional<String> problem) {
    static ChosenName of(PciDevice device) {
        String text = Cluster.annotations(device).get(Marks.RESOURCE_NAME);
        if (text == null || text.isBlank()) {
            return new ChosenName(Optional.empty(), Optional.empty());
        }
        try {
            return new ChosenName(Optional.of(ResourceName.parse(text.strip())), Optional.empty());
        } catch (IllegalArgumentException junk) {
            return new ChosenName(
                    Optional.empty(),
                    Optional.of("annotation %s of PCIDevice %s: %s"
                            .formatted(Marks.RESOURCE_NAME, device.getMetadata().getName(), junk.getMessage())));
        }
    }
}
