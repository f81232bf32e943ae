package io.fairlead.host;

import com.sun.management.OperatingSystemMXBean;
import io.fairlead.host.tree.HostRoot;
import io.fairlead.host.tree.Unpacking;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * How long a scan of a very big machine takes: 10,000 functions in a directory, as many files as Linux shows that matter.
 *
 * <p>Run it with {@code ./mvnw -q -pl host test-compile && java -cp host/target/classes:host/target/test-classes
 * io.fairlead.host.InventoryBenchmark}; an argument names the directory to put the tree below.
 */
final class InventoryBenchmark {
    private static final int PORTS = 200;
    private static final int VIRTUAL_PER_PORT = 48;
    private static final int ROUNDS = 15;

    /** On a busy machine the time on the clock says little. */
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private InventoryBenchmark() {}

    public static void main(String[] args) throws IOException {
        Path below = Path.of(args.length > 0 ? args[0] : System.getProperty("java.io.tmpdir"));
        Path folder = Files.createTempDirectory(below, "inventory-benchmark");
        try {
            Unpacking.unpack(bigHost().root(), folder);
            HostRoot root = HostRoot.open(folder);
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                long cpuStart = MACHINE.getProcessCpuTime();
                PciInventory inventory = PciInventory.scan(root);
                System.out.printf(
                        "scan %2d: %,d functions, %,d units, %d warnings in %d ms, %d ms of processor time%n",
                        round + 1,
                        inventory.functions().size(),
                        inventory.units().size(),
                        inventory.warnings().size(),
                        (System.nanoTime() - start) / 1_000_000,
                        (MACHINE.getProcessCpuTime() - cpuStart) / 1_000_000);
            }
        } finally {
            delete(folder);
        }
    }

    /** Cards with two physical functions behind a port each, and virtual functions of the first. */
    private static TestingHost bigHost() {
        TestingHost host = TestingHost.empty();
        int group = 0;
        for (int port = 0; port < PORTS; port++) {
            TestingFunction bridge = detailed(host.function("%04x:00:01.0".formatted(port)), group++, 0x060400)
                    .driver("pcieport");
            TestingFunction first = detailed(bridge.behind("%04x:01:00.0".formatted(port)), group++, 0x020000)
                    .driver("ice")
                    .networkInterface("eth" + port);
            for (int index = 0; index < VIRTUAL_PER_PORT; index++) {
                String address = "%04x:01:%02x.%d".formatted(port, 8 + index / 8, index % 8);
                detailed(bridge.behind(address), group++, 0x020000)
                        .driver("vfio-pci")
                        .virtualOf(first, index);
            }
        }
        return host;
    }

    private static TestingFunction detailed(TestingFunction function, int group, int type) {
        return function.group(group)
                .type(type)
                .attribute("uevent", "PCI_CLASS=%X\nPCI_ID=8086:1889\nPCI_SUBSYS_ID=8086:0001".formatted(type))
                .id(new PciId(0x8086, 0x1889))
                .attribute("subsystem_vendor", "0x8086")
                .attribute("subsystem_device", "0x0001")
                .attribute("current_link_speed", "16.0 GT/s PCIe")
                .attribute("current_link_width", "16")
                .attribute("max_link_speed", "16.0 GT/s PCIe")
                .attribute("max_link_width", "16")
                .attribute("reset_method", "flr bus")
                .attribute("resource", "0x0000002000000000 0x000000200001ffff 0x000000000014220c\n".repeat(6));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
