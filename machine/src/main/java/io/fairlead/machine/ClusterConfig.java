package io.fairlead.machine;

import io.fairlead.api.kubevirt.BindingPlugin;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.KubeVirtConfiguration;
import io.fairlead.api.kubevirt.MediatedHostDevice;
import io.fairlead.api.kubevirt.PciHostDevice;
import io.fairlead.api.kubevirt.PermittedHostDevices;
import io.fairlead.api.kubevirt.SupportContainerResources;
import io.fairlead.api.kubevirt.UsbHostDevice;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the KubeVirt object says, ready to be asked.
 *
 * @param gates the feature gates that are on
 * @param permitted resource names that machines may ask for; empty when the object does not restrict them at all
 * @param pciHostDevices the permitted PCI devices
 * @param bindings network binding plugins by name
 * @param supportContainers resources of helper containers
 * @param emulated whether machines run without hardware virtualization
 * @param cpuAllocationRatio virtual CPUs per requested CPU
 * @param machineType the machine type where a machine names none
 * @param cpuModel the CPU model where a machine names none
 */
public record ClusterConfig(
        Set<FeatureGate> gates,
        Optional<Set<String>> permitted,
        List<PciHostDevice> pciHostDevices,
        Map<String, BindingPlugin> bindings,
        List<SupportContainerResources> supportContainers,
        boolean emulated,
        int cpuAllocationRatio,
        @Nullable String machineType,
        @Nullable String cpuModel) {
    /** Of a cluster whose administrator decided nothing. */
    public static final ClusterConfig DEFAULT = of(new KubeVirt());

    public ClusterConfig {
        gates = Set.copyOf(gates);
    }

    public static ClusterConfig of(KubeVirt kubeVirt) {
        KubeVirtConfiguration configuration =
                kubeVirt.getSpec() == null ? null : kubeVirt.getSpec().configuration();
        if (configuration == null) {
            return new ClusterConfig(
                    gates(List.of(), List.of()),
                    Optional.empty(),
                    List.of(),
                    Map.of(),
                    List.of(),
                    false,
                    10,
                    null,
                    null);
        }
        var developer = configuration.developerConfiguration();
        PermittedHostDevices devices = configuration.permittedHostDevices();
        Integer ratio = developer == null ? null : developer.cpuAllocationRatio();
        return new ClusterConfig(
                developer == null
                        ? gates(List.of(), List.of())
                        : gates(developer.featureGates(), developer.disabledFeatureGates()),
                Optional.ofNullable(devices).map(ClusterConfig::resourceNames),
                devices == null ? List.of() : devices.pciHostDevices(),
                configuration.network() == null
                        ? Map.of()
                        : configuration.network().binding(),
                configuration.supportContainerResources(),
                developer != null && Boolean.TRUE.equals(developer.useEmulation()),
                ratio == null || ratio < 1 ? 10 : ratio,
                configuration.machineType(),
                configuration.cpuModel());
    }

    public boolean isOn(FeatureGate gate) {
        return gates.contains(gate);
    }

    /** Whether a resource name stands for whole cards. */
    public boolean isCard(String resourceName) {
        return pciHostDevices.stream()
                .anyMatch(device ->
                        resourceName.equals(device.resourceName()) && Boolean.TRUE.equals(device.groupFunctions()));
    }

    private static Set<FeatureGate> gates(List<String> enabled, List<String> disabled) {
        Set<FeatureGate> on = EnumSet.noneOf(FeatureGate.class);
        for (FeatureGate gate : FeatureGate.values()) {
            if (gate.isOn(enabled, disabled)) {
                on.add(gate);
            }
        }
        return on;
    }

    private static Set<String> resourceNames(PermittedHostDevices devices) {
        Set<String> names = new HashSet<>();
        Stream.of(
                        devices.pciHostDevices().stream().map(PciHostDevice::resourceName),
                        devices.mediatedDevices().stream().map(MediatedHostDevice::resourceName),
                        devices.usb().stream().map(UsbHostDevice::resourceName))
                .flatMap(all -> all)
                .forEach(name -> {
                    if (name != null) {
                        names.add(name);
                    }
                });
        return names;
    }
}
