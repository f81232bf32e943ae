package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.DeviceRequest;
import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.Gpu;
import io.fairlead.api.kubevirt.HostDevice;
import io.fairlead.api.kubevirt.PciHostDevice;
import io.fairlead.api.kubevirt.VirtualGpuDisplay;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.FeatureGate;
import io.fairlead.machine.MachineSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Devices of the host are permitted, named once, and no card is asked for together with a part of it. */
final class PassthroughRules {
    private PassthroughRules() {}

    static void check(String field, VirtualMachineInstanceSpec spec, ClusterConfig config, List<Cause> causes) {
        Devices devices = MachineSpec.devices(spec);
        if (!devices.hostDevices().isEmpty() && !config.isOn(FeatureGate.HOST_DEVICES)) {
            causes.add(Cause.invalid(
                    field + ".HostDevices", "Host Devices feature gate is not enabled in kubevirt-config"));
        }
        if (devices.gpus().stream().filter(PassthroughRules::hasRamFramebuffer).count() > 1) {
            causes.add(Cause.invalid(field + ".GPUs", "configuring multiple displays with ramfb is not valid "));
        }
        checkNames(field + ".domain.devices.gpus", devices.gpus(), causes);
        checkNames(field + ".domain.devices.hostDevices", devices.hostDevices(), causes);
        checkPermitted(field + ".domain.devices.gpus", "GPU", devices.gpus(), config, causes);
        checkPermitted(field + ".domain.devices.hostDevices", "HostDevice", devices.hostDevices(), config, causes);
        checkDeviceClaims(field + ".domain.devices.hostDevices", devices.hostDevices(), causes);
        checkCards(field + ".domain.devices", devices, config, causes);
    }

    private static boolean hasRamFramebuffer(Gpu gpu) {
        VirtualGpuDisplay display =
                gpu.virtualGpuOptions() == null ? null : gpu.virtualGpuOptions().display();
        return display != null
                && !Boolean.FALSE.equals(display.enabled())
                && (display.ramFb() == null
                        || !Boolean.FALSE.equals(display.ramFb().enabled()));
    }

    /** The name becomes the device's alias in the domain, which has to be unique. */
    private static void checkNames(String path, List<? extends DeviceRequest> devices, List<Cause> causes) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            String name = name(devices.get(i).name());
            String element = path + "[" + i + "].name";
            if (name.isEmpty()) {
                causes.add(Cause.required(element, element + " is a required field"));
            } else if (!seen.add(name)) {
                causes.add(Cause.duplicate(element, "device name \"" + name + "\" is used twice"));
            }
        }
    }

    private static void checkPermitted(
            String path, String type, List<? extends DeviceRequest> devices, ClusterConfig config, List<Cause> causes) {
        config.permitted().ifPresent(permitted -> {
            for (int i = 0; i < devices.size(); i++) {
                String resource = name(devices.get(i).deviceName());
                if (!resource.isEmpty() && !permitted.contains(resource)) {
                    causes.add(Cause.invalid(
                            path + "[" + i + "].deviceName",
                            type + " " + resource + " is not permitted in permittedHostDevices configuration"));
                }
            }
        });
    }

    private static void checkDeviceClaims(String path, List<HostDevice> devices, List<Cause> causes) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            String claim = devices.get(i).pciDeviceClaim();
            if (claim == null) {
                continue;
            }
            String element = path + "[" + i + "].pciDeviceClaim";
            if (!name(devices.get(i).deviceName()).isEmpty()) {
                causes.add(Cause.invalid(element, "deviceName and pciDeviceClaim exclude each other"));
            }
            if (!seen.add(claim)) {
                causes.add(Cause.duplicate(element, "PCIDeviceClaim \"" + claim + "\" is asked for twice"));
            }
        }
    }

    /** A resource of whole cards and one of single functions of the same model would fight over the same hardware. */
    private static void checkCards(String path, Devices devices, ClusterConfig config, List<Cause> causes) {
        Map<String, String> cards = new HashMap<>();
        for (PciHostDevice device : config.pciHostDevices()) {
            if (Boolean.TRUE.equals(device.groupFunctions()) && asksFor(devices, device.resourceName())) {
                cards.putIfAbsent(selector(device), name(device.resourceName()));
            }
        }
        if (cards.isEmpty()) {
            return;
        }
        for (PciHostDevice device : config.pciHostDevices()) {
            String card = cards.get(selector(device));
            if (card != null && !Boolean.TRUE.equals(device.groupFunctions())) {
                refuseFunctions(path + ".gpus", devices.gpus(), device, card, causes);
                refuseFunctions(path + ".hostDevices", devices.hostDevices(), device, card, causes);
            }
        }
    }

    private static void refuseFunctions(
            String path,
            List<? extends DeviceRequest> devices,
            PciHostDevice function,
            String card,
            List<Cause> causes) {
        for (int i = 0; i < devices.size(); i++) {
            if (name(function.resourceName()).equals(devices.get(i).deviceName())) {
                causes.add(Cause.invalid(
                        path + "[" + i + "].deviceName",
                        "%s is a function of the cards that %s stands for; ask for one of the two"
                                .formatted(function.resourceName(), card)));
            }
        }
    }

    private static boolean asksFor(Devices devices, @Nullable String resource) {
        return resource != null
                && (devices.gpus().stream().anyMatch(gpu -> resource.equals(gpu.deviceName()))
                        || devices.hostDevices().stream().anyMatch(device -> resource.equals(device.deviceName())));
    }

    private static String selector(PciHostDevice device) {
        return name(device.pciVendorSelector()).toLowerCase(Locale.ROOT);
    }
}
