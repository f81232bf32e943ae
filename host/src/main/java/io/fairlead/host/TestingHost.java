package io.fairlead.host;

import io.fairlead.host.tree.MemoryTree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A host that a test makes up, laid out as Linux lays it out. Every call changes the tree at once, so a test can go on
 * changing a host that somebody is already looking at.
 */
public final class TestingHost {
    private final MemoryTree tree = new MemoryTree();
    private final List<String> mounts = new ArrayList<>();
    private final List<String> routes = new ArrayList<>();

    private TestingHost() {}

    /** A host without PCI functions that has nothing mounted and no default route, and says so. */
    public static TestingHost empty() {
        TestingHost host = new TestingHost();
        Stream.of(FunctionReader.DEVICES, "sys/kernel/iommu_groups", "sys/class/net", "sys/class/block")
                .forEach(host.tree::directory);
        host.tree.file("proc/swaps", "Filename Type Size Used Priority");
        host.writeMounts();
        host.writeRoutes();
        return host;
    }

    public MemoryTree root() {
        return tree;
    }

    /** A function on the first root bus of its domain. */
    public TestingFunction function(String address) {
        PciAddress parsed = PciAddress.parse(address);
        return new TestingFunction(tree, parsed, "sys/devices/pci%04x:00/%s".formatted(parsed.domain(), parsed));
    }

    /** Mounts a block device, by its number. */
    public TestingHost mount(String number, String point, String type, String source) {
        mounts.add("1 0 %s / %s rw - %s %s rw".formatted(number, point, type, source));
        writeMounts();
        return this;
    }

    /** Swaps on a partition. */
    public TestingHost swap(String device) {
        tree.file("proc/swaps", "Filename Type Size Used Priority\n" + device + " partition 1024 0 -2");
        return this;
    }

    /** Sends the default route through an interface. */
    public TestingHost defaultRoute(String networkInterface) {
        routes.add(networkInterface + " 00000000 0102000A 0003 0 0 0 00000000 0 0 0");
        writeRoutes();
        return this;
    }

    /** A network interface that no PCI function carries, built on others. */
    public TestingHost virtualInterface(String name, String... lowers) {
        String path = "sys/devices/virtual/net/" + name;
        tree.directory(path).link("sys/class/net/" + name, "../../../" + path);
        for (String lower : lowers) {
            tree.link(path + "/lower_" + lower, "../" + lower);
        }
        return this;
    }

    /** A block device that no PCI function carries, such as {@code dm-0}, built on others. */
    public TestingHost virtualDisk(String name, String number, String... lowers) {
        String path = "sys/devices/virtual/block/" + name;
        tree.file(path + "/dev", number)
                .directory(path + "/slaves")
                .link("sys/class/block/" + name, "../../../" + path);
        for (String lower : lowers) {
            tree.link(path + "/slaves/" + lower, "../../" + lower);
        }
        return this;
    }

    private void writeMounts() {
        tree.file("proc/1/mountinfo", String.join("\n", mounts));
    }

    private void writeRoutes() {
        tree.file(
                "proc/1/net/route",
                "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n" + String.join("\n", routes));
    }
}
