package io.fairlead.agent.harvester;

import io.fairlead.agent.plugin.Claimed;
import io.fairlead.agent.plugin.Wanted;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.PermittedHostDevices;
import io.fairlead.host.PciAddress;
import io.fairlead.host.names.ResourceName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts together all that the cluster asks of the device plugins of this node. Pure. */
final class WantedDevices {
    private WantedDevices() {}

    static Wanted of(List<Claimed> claims, List<PciDevice> devices, List<KubeVirt> kubeVirts) {
        Map<PciAddress, ResourceName> names = new HashMap<>();
        for (PciDevice device : devices) {
            Optional<PciAddress> address = Optional.ofNullable(device.getStatus())
                    .flatMap(status -> Optional.ofNullable(status.address()))
                    .flatMap(PciAddress::tryParse);
            ChosenName.of(device).name().ifPresent(name -> address.ifPresent(function -> names.put(function, name)));
        }
        Set<ResourceName> cards = new HashSet<>();
        Map<String, ResourceName> mediated = new HashMap<>();
        kubeVirts.stream().flatMap(WantedDevices::permitted).forEach(permitted -> {
            permitted.pciHostDevices().stream()
                    .filter(entry -> Boolean.TRUE.equals(entry.groupFunctions()))
                    .flatMap(entry -> name(entry.resourceName()).stream())
                    .forEach(cards::add);
            permitted.mediatedDevices().stream()
                    .filter(entry -> Boolean.TRUE.equals(entry.externalResourceProvider()))
                    .filter(entry -> entry.mdevNameSelector() != null)
                    .forEach(entry -> name(entry.resourceName())
                            .ifPresent(resource -> mediated.put(entry.mdevNameSelector(), resource)));
        });
        return new Wanted(claims, names, cards, mediated);
    }

    static Stream<PermittedHostDevices> permitted(KubeVirt kubeVirt) {
        return Stream.ofNullable(kubeVirt.getSpec())
                .flatMap(spec -> Stream.ofNullable(spec.configuration()))
                .flatMap(configuration -> Stream.ofNullable(configuration.permittedHostDevices()));
    }

    private static Optional<ResourceName> name(@Nullable String text) {
        return Optional.ofNullable(text).flatMap(ResourceName::tryParse);
    }
}
