package io.fairlead.machine.launcher;

import io.fairlead.api.kubevirt.BindingPlugin;
import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.Architecture;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.MachineSpec;
import java.math.BigDecimal;
import java.util.Collection;

/** How much memory it takes to run a guest beyond the guest's own; the amounts are those of KubeVirt. */
final class MemoryOverhead {
    private static final long MIB = 1 << 20;

    /** Launcher, its monitor, virtlogd, virtqemud and QEMU itself. */
    private static final long PROCESSES = (100 + 25 + 25 + 40 + 30) * MIB;

    /** A page table entry takes 8 bytes for each page of 4 KiB. */
    private static final long BYTES_PER_PAGE_TABLE_BYTE = 512;

    private static final long PER_CPU = 8 * MIB;
    private static final long IO_THREAD = 8 * MIB;
    private static final long VIDEO = 32 * MIB;
    private static final long ARM_FIRMWARE = 128 * MIB;

    /** The device's memory is mapped into the guest and pinned. */
    private static final long VFIO = 1024 * MIB;

    private MemoryOverhead() {}

    static long of(
            VirtualMachineInstanceSpec spec, long guest, ClusterConfig config, Collection<BindingPlugin> plugins) {
        Devices devices = MachineSpec.devices(spec);
        long overhead = PROCESSES + guest / BYTES_PER_PAGE_TABLE_BYTE + MachineSpec.cpus(spec) * PER_CPU + IO_THREAD;
        if (!Boolean.FALSE.equals(devices.autoattachGraphicsDevice())) {
            overhead += VIDEO;
        }
        if (Architecture.of(spec.architecture()) == Architecture.ARM64) {
            overhead += ARM_FIRMWARE;
        }
        if (MachineSpec.usesVfio(spec, config)) {
            overhead += VFIO;
        }
        for (BindingPlugin plugin : plugins) {
            overhead += inCompute(plugin);
        }
        return overhead;
    }

    /** What a plugin runs beside QEMU, such as passt. */
    private static long inCompute(BindingPlugin plugin) {
        var overhead = plugin.computeResourceOverhead();
        if (overhead == null
                || overhead.getRequests() == null
                || !overhead.getRequests().containsKey("memory")) {
            return 0;
        }
        BigDecimal bytes = overhead.getRequests().get("memory").getNumericalAmount();
        return bytes.longValue();
    }
}
