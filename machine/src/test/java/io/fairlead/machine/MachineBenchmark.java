package io.fairlead.machine;

import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.machine.admission.Admission;
import io.fairlead.machine.admission.Cause;
import io.fairlead.machine.domain.DomainInput;
import io.fairlead.machine.domain.DomainRenderer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How many machines with two GPUs, two host devices and one interface one thread validates and renders in a second.
 * docs/machine-on-paper.md has the command.
 */
@State(Scope.Benchmark)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC") // as fairlead runs
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 2)
public class MachineBenchmark {
    private final VirtualMachineInstance instance = Manifests.instance("""
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

    private final ClusterConfig config = Manifests.config(
            "permittedHostDevices: {pciHostDevices: [{pciVendorSelector: '10de:20b0', resourceName: nvidia.com/A100},"
                    + " {pciVendorSelector: '8086:1528', resourceName: intel.com/X540}]}");

    private final Admission admission = new Admission(config, Optional.empty());

    private final DomainInput input = DomainInput.of(instance, config)
            .withEnvironment(Map.of(
                    "PCI_RESOURCE_NVIDIA_COM_A100", "0000:3b:00.0,0000:3c:00.0",
                    "PCI_RESOURCE_INTEL_COM_X540", "0000:5e:00.0,0000:5e:00.1"));

    @Benchmark
    public List<Cause> validate() {
        return admission.review(instance).list();
    }

    @Benchmark
    public String renderDomain() {
        return DomainRenderer.render(input).domain().toXml();
    }
}
