package io.fairlead.machine;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.api.kubevirt.Cpu;
import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.DomainSpec;
import io.fairlead.api.kubevirt.Gpu;
import io.fairlead.api.kubevirt.HostDevice;
import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.Network;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads a spec in which anything may be missing. */
public final class MachineSpec {
    private static final Devices NO_DEVICES = new Devices(
            List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, null, null, null, null, null, null,
            Map.of());
    private static final DomainSpec NO_DOMAIN = new DomainSpec(null, null, null, null, null, null, null, Map.of());

    private static final long DEFAULT_MEMORY = 512L << 20;

    private MachineSpec() {}

    public static DomainSpec domain(VirtualMachineInstanceSpec spec) {
        return Objects.requireNonNullElse(spec.domain(), NO_DOMAIN);
    }

    public static Devices devices(VirtualMachineInstanceSpec spec) {
        return Objects.requireNonNullElse(domain(spec).devices(), NO_DEVICES);
    }

    /** A name that the manifest may have left out. */
    public static String name(@Nullable String given) {
        return given == null ? "" : given;
    }

    public static @Nullable Network network(VirtualMachineInstanceSpec spec, String name) {
        for (Network network : spec.networks()) {
            if (name.equals(network.name())) {
                return network;
            }
        }
        return null;
    }

    public static @Nullable Interface networkInterface(VirtualMachineInstanceSpec spec, String name) {
        for (Interface candidate : devices(spec).interfaces()) {
            if (name.equals(candidate.name())) {
                return candidate;
            }
        }
        return null;
    }

    /** Whether a device comes from a claim rather than from a device plugin. */
    public static boolean isClaimed(Gpu gpu) {
        return name(gpu.deviceName()).isEmpty() && (gpu.claimName() != null || gpu.requestName() != null);
    }

    /** Whether a device comes from a claim rather than from a device plugin. */
    public static boolean isClaimed(HostDevice device) {
        return name(device.deviceName()).isEmpty()
                && device.pciDeviceClaim() == null
                && (device.claimName() != null || device.requestName() != null);
    }

    /** Whether QEMU reaches into hardware, which pins all of the guest's memory. */
    public static boolean usesVfio(VirtualMachineInstanceSpec spec, ClusterConfig config) {
        Devices devices = devices(spec);
        return !devices.gpus().isEmpty()
                || !devices.hostDevices().isEmpty()
                || devices.interfaces().stream().anyMatch(card -> isSriov(card, config));
    }

    /** Whether an interface is a virtual function handed to the guest, by core binding or by a plugin's attachment. */
    public static boolean isSriov(Interface card, ClusterConfig config) {
        return card.sriov() != null || attachment(card, config) == DomainAttachment.SRIOV;
    }

    /** How the core attaches the interface of a plugin; null when the plugin's sidecar does it, or there is no plugin. */
    public static @Nullable DomainAttachment attachment(Interface card, ClusterConfig config) {
        if (card.binding() == null) {
            return null;
        }
        var plugin = config.bindings().get(name(card.binding().name()));
        return plugin == null
                ? null
                : DomainAttachment.of(
                        plugin.domainAttachmentType() != null
                                ? plugin.domainAttachmentType()
                                : plugin.domainAttachment());
    }

    /** The guest's memory in bytes. */
    public static long guestMemory(VirtualMachineInstanceSpec spec) {
        DomainSpec domain = domain(spec);
        Quantity memory = domain.memory() == null ? null : domain.memory().guest();
        if (memory == null && domain.resources() != null) {
            memory = domain.resources()
                    .requests()
                    .getOrDefault("memory", domain.resources().limits().get("memory"));
        }
        return memory == null ? DEFAULT_MEMORY : memory.getNumericalAmount().longValue();
    }

    /** Sockets, cores and threads multiplied. */
    public static int cpus(VirtualMachineInstanceSpec spec) {
        Cpu cpu = domain(spec).cpu();
        return cpu == null ? 1 : orOne(cpu.sockets()) * orOne(cpu.cores()) * orOne(cpu.threads());
    }

    /** A count that the manifest may have left out. */
    public static int orOne(@Nullable Integer count) {
        return count == null || count == 0 ? 1 : count;
    }
}
