package io.fairlead.testbed.plugin;

import io.fairlead.agent.plugin.Claimed;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.ObjectName;
import io.fairlead.host.names.PciNames;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.host.tree.MemoryTree;
import java.nio.file.Path;

/** Machines with a few cards, as the excerpt of pci.ids that comes with Fairlead names them. */
final class Cards {
    static final FunctionNames NAMES = new FunctionNames(PciNames.excerpt());
    static final PciId GPU = new PciId(0x10de, 0x1eb8);
    static final PciId AUDIO = new PciId(0x10de, 0x10f0);
    static final PciId PORT = new PciId(0x8086, 0x1528);

    private final TestingHost host = TestingHost.empty();

    Cards gpu(String address, int group) {
        function(address, GPU, 0x030200, "nouveau", group);
        return this;
    }

    Cards gpuWithAudio(String slot, int group) {
        function(slot + ".0", GPU, 0x030200, "nouveau", group);
        function(slot + ".1", AUDIO, 0x040300, "snd_hda_intel", group);
        return this;
    }

    Cards twoPorts(String slot, int group) {
        return port(slot + ".0", group).port(slot + ".1", group + 1);
    }

    Cards port(String address, int group) {
        function(address, PORT, 0x020000, "ixgbe", group).networkInterface("port" + group);
        return this;
    }

    private TestingFunction function(String address, PciId id, int type, String driver, int group) {
        return host.function(address)
                .id(id)
                .type(type)
                .attribute("driver_override", "(null)")
                .attribute("reset", "")
                .driver(driver)
                .group(group);
    }

    /** In memory. */
    SimulatedKernel kernel() {
        return knowing(SimulatedKernel.of(host.root()));
    }

    /** On disk, so that containers can have its device nodes. */
    SimulatedKernel kernel(Path directory) {
        MemoryTree tree = host.root();
        return knowing(SimulatedKernel.in(directory, tree));
    }

    private static SimulatedKernel knowing(SimulatedKernel kernel) {
        return kernel.knows(GPU.toString(), "nouveau")
                .knows(AUDIO.toString(), "snd_hda_intel")
                .knows(PORT.toString(), "ixgbe");
    }

    static Claimed claim(String node, String address) {
        PciAddress parsed = PciAddress.parse(address);
        return new Claimed(ObjectName.ofFunction(node, parsed), parsed, true, true);
    }
}
