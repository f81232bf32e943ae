package io.fairlead.machine.launcher;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.api.model.ResourceClaim;
import io.fairlead.api.cni.NetworkAttachmentDefinition;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.Gpu;
import io.fairlead.api.kubevirt.HostDevice;
import io.fairlead.api.kubevirt.Network;
import io.fairlead.api.kubevirt.PciHostDevice;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.FeatureGate;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.UnrenderableException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The devices that the compute container asks for: requests of claims, and extended resources of device plugins. */
final class DeviceResources {
    private static final String RESOURCE_ANNOTATION = "k8s.v1.cni.cncf.io/resourceName";

    private final VirtualMachineInstanceSpec spec;
    private final String namespace;
    private final ClusterConfig config;
    private final LauncherOptions options;

    DeviceResources(VirtualMachineInstanceSpec spec, String namespace, ClusterConfig config, LauncherOptions options) {
        this.spec = spec;
        this.namespace = namespace;
        this.config = config;
        this.options = options;
    }

    /** Each request once, however many devices it serves. */
    List<ResourceClaim> claims() {
        Devices devices = MachineSpec.devices(spec);
        Set<ResourceClaim> claims = new LinkedHashSet<>();
        if (config.isOn(FeatureGate.GPUS_WITH_DRA)) {
            devices.gpus().stream()
                    .filter(MachineSpec::isClaimed)
                    .forEach(gpu -> claims.add(new ResourceClaim(gpu.claimName(), gpu.requestName())));
        }
        if (config.isOn(FeatureGate.HOST_DEVICES_WITH_DRA)) {
            devices.hostDevices().stream()
                    .filter(MachineSpec::isClaimed)
                    .forEach(device -> claims.add(new ResourceClaim(device.claimName(), device.requestName())));
        }
        if (config.isOn(FeatureGate.NETWORK_DEVICES_WITH_DRA)) {
            for (Network network : spec.networks()) {
                if (network.resourceClaim() != null) {
                    claims.add(new ResourceClaim(
                            network.resourceClaim().claimName(),
                            network.resourceClaim().requestName()));
                }
            }
        }
        return new ArrayList<>(claims);
    }

    /** How many of each extended resource. */
    Map<String, Integer> counts() {
        Devices devices = MachineSpec.devices(spec);
        Map<String, Integer> counts = new TreeMap<>();
        for (Gpu gpu : devices.gpus()) {
            count(counts, "GPU", gpu.deviceName());
        }
        for (HostDevice device : devices.hostDevices()) {
            count(
                    counts,
                    "HostDevice",
                    device.pciDeviceClaim() == null ? device.deviceName() : picked(device.pciDeviceClaim()));
        }
        new Companions(options.devices()).fold(counts);
        for (Network network : spec.networks()) {
            if (network.multus() != null) {
                String resource = resourceOf(name(network.multus().networkName()));
                if (resource != null) {
                    counts.merge(resource, 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private void count(Map<String, Integer> counts, String type, @Nullable String resource) {
        if (resource == null || resource.isEmpty()) {
            return;
        }
        if (config.permitted().map(permitted -> !permitted.contains(resource)).orElse(false)) {
            throw new UnrenderableException(
                    type + " " + resource + " is not permitted in permittedHostDevices configuration");
        }
        counts.merge(resource, 1, Integer::sum);
    }

    /** A function that left its pool is offered as {@code <vendor>/<claim name>}. */
    private String picked(String claim) {
        for (PciHostDevice device : config.pciHostDevices()) {
            String resource = name(device.resourceName());
            if (!resource.isEmpty() && (claim.equals(device.pciDeviceClaim()) || resource.endsWith("/" + claim))) {
                return resource;
            }
        }
        for (PciDevice device : options.devices()) {
            if (claim.equals(device.getMetadata().getName()) && device.getStatus() != null) {
                String model = name(device.getStatus().resourceName());
                int slash = model.indexOf('/');
                if (slash > 0) {
                    return model.substring(0, slash + 1) + claim;
                }
            }
        }
        throw new UnrenderableException("hostDevices: pciDeviceClaim \"" + claim
                + "\" is unknown: neither permittedHostDevices nor a PCIDevice object tells its resource name");
    }

    /** The device plugin behind a network attachment, as its definition says. */
    private @Nullable String resourceOf(String network) {
        String qualified = network.contains("/") ? network : namespace + "/" + network;
        for (NetworkAttachmentDefinition definition : options.networks()) {
            String space = definition.getMetadata().getNamespace();
            if (qualified.equals((space == null ? namespace : space) + "/"
                    + definition.getMetadata().getName())) {
                Map<String, String> annotations = definition.getMetadata().getAnnotations();
                return annotations == null ? null : annotations.get(RESOURCE_ANNOTATION);
            }
        }
        return null;
    }
}
