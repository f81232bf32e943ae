package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.PciNames;
import io.fairlead.host.names.ResourceName;
import io.fairlead.host.simulated.SimulatedKernel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A made-up host with cards that a test asks for, and the words to talk about what is offered of it. */
final class PluginHost {
    static final ResourceName GPU = ResourceName.parse("nvidia.com/GPU");
    static final ResourceName AUDIO = ResourceName.parse("nvidia.com/AUDIO");
    static final ResourceName NIC = ResourceName.parse("intel.com/ETHERNET_CONTROLLER_X540");
    static final FunctionNames NAMES = new FunctionNames(names());

    private final TestingHost host = TestingHost.empty();

    private static PciNames names() {
        try {
            Path file = Files.createTempFile("pci", ".ids");
            Files.writeString(file, """
                    10de  NVIDIA Corporation
                    \t2331  GPU
                    \t22ba  AUDIO
                    8086  Intel Corporation
                    \t1528  Ethernet Controller X540
                    """);
            PciNames read = PciNames.of(file);
            Files.delete(file);
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TestingHost testing() {
        return host;
    }

    /** A GPU in a group of its own. */
    PluginHost gpu(String address, int group, int numaNode) {
        function(address, 0x10de, 0x2331, 0x030200, "nouveau", group).attribute("numa_node", "" + numaNode);
        return this;
    }

    /** A GPU and its audio function in one group. */
    PluginHost gpuWithAudio(String slot, int group) {
        function(slot + ".0", 0x10de, 0x2331, 0x030200, "nouveau", group);
        function(slot + ".1", 0x10de, 0x22ba, 0x040300, "snd_hda_intel", group);
        return this;
    }

    /** A network card with two ports, each in a group of its own. */
    PluginHost twoPorts(String slot, int group) {
        return port(slot + ".0", group).port(slot + ".1", group + 1);
    }

    /** A port of a network card, with an interface that nothing uses. */
    PluginHost port(String address, int group) {
        function(address, 0x8086, 0x1528, 0x020000, "ixgbe", group).networkInterface("port" + group);
        return this;
    }

    TestingFunction function(String address, int vendor, int device, int type, String driver, int group) {
        return host.function(address)
                .id(new PciId(vendor, device))
                .type(type)
                .attribute("driver_override", "(null)")
                .attribute("reset", "")
                .driver(driver)
                .group(group);
    }

    SimulatedKernel kernel() {
        return SimulatedKernel.of(host.root())
                .knows("10de:2331", "nouveau")
                .knows("10de:22ba", "snd_hda_intel")
                .knows("8086:1528", "ixgbe");
    }

    PciInventory inventory() {
        return PciInventory.scan(host.root());
    }

    static Claimed claim(String address) {
        return new Claimed("n-" + address.replace(":", "").replace(".", ""), PciAddress.parse(address), true, true);
    }

    static Claimed byName(String address) {
        return new Claimed(claim(address).name(), PciAddress.parse(address), false, true);
    }

    static Wanted wanted(Claimed... claims) {
        return Wanted.of(List.of(claims));
    }

    static Wanted cards(ResourceName name, Claimed... claims) {
        return new Wanted(List.of(claims), Map.of(), Set.of(name), Map.of());
    }

    /** What is offered once everything that is wanted was taken from the host. */
    Catalog catalog(Wanted wanted, LedgerState ledger) {
        Catalog planned = CatalogBuilder.build(inventory(), NAMES, wanted, ledger, Map.of());
        LedgerState taken = ledger;
        for (Unit unit : planned.units().values()) {
            taken = taken.found(held(unit));
        }
        return CatalogBuilder.build(inventory(), NAMES, wanted, taken, Map.of());
    }

    static Holding held(Unit unit) {
        List<TakenFunction> functions = unit.functions().stream()
                .map(function -> new TakenFunction(
                        function.address(), function.id(), function.driver().orElse(null), null))
                .toList();
        return new Holding(unit.id(), Door.PLUGIN, Stage.HELD, new Holder.Nobody(), functions, unit.mdevs(), List.of());
    }

    /** One line for each plugin; a device that can be handed out has a plus. */
    static List<String> lines(Catalog catalog) {
        return catalog.plugins().entrySet().stream()
                .map(plugin -> plugin.getKey() + ":"
                        + plugin.getValue().stream()
                                .map(device -> " " + device.id() + (device.isHealthy() ? "+" : "-"))
                                .collect(Collectors.joining()))
                .toList();
    }

    static List<PciAddress> addresses(String... addresses) {
        return Arrays.stream(addresses).map(PciAddress::parse).toList();
    }
}
