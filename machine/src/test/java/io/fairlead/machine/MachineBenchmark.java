package io.fairlead.machine;

import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.machine.admission.Admission;
import io.fairlead.machine.domain.DomainInput;
import io.fairlead.machine.domain.DomainRenderer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * How many machines with two GPUs, two host devices and one interface one thread validates and renders in a second.
 * docs/machine-on-paper.md has the command.
 */
public final class MachineBenchmark {
    private static final int ROUNDS = 11;
    private static final int WORK_PER_ROUND = 10_000;

    private MachineBenchmark() {}

    public static void main(String[] args) {
        VirtualMachineInstance instance = Manifests.instance("""
                domain:
                  cpu: {cores: 4}
                  memory: {guest: 8Gi}
                  devices:
                    disks: [{name: root, disk: {bus: virtio}}]
                    gpus: [{name: gpu1, deviceName: nvidia.com/A100}, {name: gpu2, deviceName: nvidia.com/A100}]
                    hostDevices: [{name: nic1, deviceName: intel.com/X540}, {name: nic2, deviceName: intel.com/X540}]
                    interfaces: [{name: default, masquerade: {}}]
                networks: [{name: default, pod: {}}]
                volumes: [{name: root, persistentVolumeClaim: {claimName: root}}]
                """);
        ClusterConfig config = Manifests.config(
                "permittedHostDevices: {pciHostDevices: [{pciVendorSelector: '10de:20b0', resourceName: nvidia.com/A100},"
                        + " {pciVendorSelector: '8086:1528', resourceName: intel.com/X540}]}");
        Admission admission = new Admission(config, Optional.empty());
        DomainInput input = DomainInput.of(instance, config)
                .withEnvironment(Map.of(
                        "PCI_RESOURCE_NVIDIA_COM_A100", "0000:3b:00.0,0000:3c:00.0",
                        "PCI_RESOURCE_INTEL_COM_X540", "0000:5e:00.0,0000:5e:00.1"));
        measure("validate", () -> admission.review(instance).list().size());
        measure(
                "render domain",
                () -> DomainRenderer.render(input).domain().toXml().length());
    }

    /**
     * After a warm-up of half the rounds, the median of the others. What counts is the thread's own time: on a busy machine the
     * clock on the wall measures the neighbours too. The sum keeps the work from being left out.
     */
    private static void measure(String name, IntSupplier work) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] rates = new long[ROUNDS];
        long sum = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long start = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < WORK_PER_ROUND; i++) {
                sum += work.getAsInt();
            }
            long took = threads.getCurrentThreadCpuTime() - start;
            rates[round % ROUNDS] = WORK_PER_ROUND * TimeUnit.SECONDS.toNanos(1) / took;
        }
        Arrays.sort(rates);
        System.out.printf(
                Locale.ROOT,
                "%s: %,d/s, from %,d to %,d (%d)%n",
                name,
                rates[ROUNDS / 2],
                rates[0],
                rates[ROUNDS - 1],
                sum);
    }
}
