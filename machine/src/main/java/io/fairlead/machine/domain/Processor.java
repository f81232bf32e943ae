package io.fairlead.machine.domain;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.Cpu;
import io.fairlead.api.kubevirt.CpuFeature;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.MachineSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The processor: model, topology, features, and the memory nodes around it. */
final class Processor {
    private Processor() {}

    static Element element(@Nullable Cpu cpu, ClusterConfig config, long memory, int cpus, int cells) {
        String model = cpu == null || name(cpu.model()).isEmpty()
                ? config.cpuModel() == null ? "host-model" : config.cpuModel()
                : name(cpu.model());
        boolean mode = model.equals("host-model") || model.equals("host-passthrough");
        List<Element> parts = new ArrayList<>();
        if (!mode) {
            parts.add(Element.text("model", model));
        }
        if (cpu != null) {
            parts.add(Element.of(
                    "topology",
                    "sockets",
                    count(cpu.sockets()),
                    "cores",
                    count(cpu.cores()),
                    "threads",
                    count(cpu.threads())));
            for (CpuFeature feature : cpu.features()) {
                parts.add(Element.of(
                        "feature",
                        "name",
                        name(feature.name()),
                        "policy",
                        feature.policy() == null ? "require" : feature.policy()));
            }
        }
        if (cells > 0) {
            parts.add(numa(memory, cpus, cells));
        }
        return Element.of("cpu", "mode", mode ? model : "custom").with(parts.toArray(Element[]::new));
    }

    /** Memory and CPUs in equal parts; the first cell takes what is left over. */
    private static Element numa(long memory, int cpus, int cells) {
        Element[] parts = new Element[cells];
        long share = (memory / cells) & ~0xfffffL;
        int each = cpus / cells;
        int extra = cpus - each * cells;
        int next = 0;
        for (int i = 0; i < cells; i++) {
            int mine = each + (i == 0 ? extra : 0);
            parts[i] = Element.of(
                    "cell",
                    "id",
                    Integer.toString(i),
                    "cpus",
                    mine == 1 ? Integer.toString(next) : next + "-" + (next + mine - 1),
                    "memory",
                    Long.toString(i == 0 ? memory - share * (cells - 1) : share),
                    "unit",
                    "b");
            next += mine;
        }
        return Element.of("numa").with(parts);
    }

    private static String count(@Nullable Integer count) {
        return Integer.toString(MachineSpec.orOne(count));
    }
}
