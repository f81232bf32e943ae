package io.fairlead.machine.launcher;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fairlead.api.kubevirt.DomainResources;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.MachineSpec;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the compute container asks of its node: CPU, memory with overhead, pages, and devices. */
final class ComputeResources {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";
    private static final Quantity ONE = new Quantity("1");

    private final VirtualMachineInstanceSpec spec;
    private final ClusterConfig config;
    private final Map<String, Quantity> requests = new TreeMap<>();
    private final Map<String, Quantity> limits = new TreeMap<>();

    ComputeResources(VirtualMachineInstanceSpec spec, ClusterConfig config) {
        this.spec = spec;
        this.config = config;
    }

    ResourceRequirements of(DeviceResources devices, Bindings bindings) {
        DomainResources asked = MachineSpec.domain(spec).resources();
        if (asked != null) {
            requests.putAll(asked.requests());
            limits.putAll(asked.limits());
        }
        cpu();
        memory(
                asked,
                MemoryOverhead.of(
                        spec,
                        MachineSpec.guestMemory(spec),
                        config,
                        bindings.used().values()));
        if (!config.emulated()) {
            device("devices.kubevirt.io/kvm", ONE);
        }
        if (MachineSpec.devices(spec).interfaces().stream().anyMatch(card -> !MachineSpec.isSriov(card, config))) {
            device("devices.kubevirt.io/tun", ONE);
            device("devices.kubevirt.io/vhost-net", ONE);
        }
        devices.counts().forEach((resource, count) -> device(resource, new Quantity(count.toString())));
        return new ResourceRequirementsBuilder()
                .withRequests(requests)
                .withLimits(limits)
                .withClaims(devices.claims())
                .build();
    }

    /** Whether the pod is of the class that the kubelet evicts last. */
    boolean isGuaranteed() {
        return dedicated()
                || (limits.containsKey(CPU)
                        && limits.get(CPU).equals(requests.get(CPU))
                        && limits.containsKey(MEMORY)
                        && limits.get(MEMORY).equals(requests.get(MEMORY)));
    }

    private void cpu() {
        int cpus = MachineSpec.cpus(spec);
        if (dedicated()) {
            requests.put(CPU, new Quantity(Integer.toString(cpus)));
            limits.put(CPU, new Quantity(Integer.toString(cpus)));
        } else {
            requests.putIfAbsent(
                    CPU, limits.getOrDefault(CPU, new Quantity(1000 * cpus / config.cpuAllocationRatio() + "m")));
        }
    }

    private boolean dedicated() {
        var cpu = MachineSpec.domain(spec).cpu();
        return cpu != null && Boolean.TRUE.equals(cpu.dedicatedCpuPlacement());
    }

    private void memory(@Nullable DomainResources asked, long overhead) {
        var memory = MachineSpec.domain(spec).memory();
        long guest = MachineSpec.guestMemory(spec);
        boolean counted = asked == null || !Boolean.TRUE.equals(asked.overcommitGuestOverhead());
        long extra = counted ? overhead : 0;
        if (memory != null && memory.hugepages() != null && memory.hugepages().pageSize() != null) {
            Quantity pages = bytes(guest);
            requests.put("hugepages-" + memory.hugepages().pageSize(), pages);
            limits.put("hugepages-" + memory.hugepages().pageSize(), pages);
            // The guest lives in the pages; only the processes around it need plain memory.
            requests.put(MEMORY, bytes(overhead));
            limits.computeIfPresent(MEMORY, (name, limit) -> bytes(overhead));
        } else {
            Quantity request = requests.get(MEMORY);
            long base = request == null ? guest : request.getNumericalAmount().longValue();
            requests.put(MEMORY, bytes(base + extra));
            limits.computeIfPresent(
                    MEMORY, (name, limit) -> bytes(limit.getNumericalAmount().longValue() + extra));
        }
        if (dedicated()) {
            limits.put(MEMORY, requests.get(MEMORY));
        }
    }

    private void device(String resource, Quantity count) {
        requests.put(resource, count);
        limits.put(resource, count);
    }

    private static Quantity bytes(long count) {
        return new Quantity(Long.toString(count));
    }
}
