package io.fairlead.host.simulated;

import io.fairlead.host.PciId;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.tree.MemoryTree;

/**
 * A machine with one of each, to show things and to try them on: a GPU card of two functions, a network card with two virtual
 * functions, one with two ports, a maker of mediated devices, and the network card that the machine needs for itself.
 */
public final class SampleMachine {
    private static final int NETWORK = 0x020000;
    private static final String MAKER = "sys/devices/virtual/mtty/mtty";

    private SampleMachine() {}

    /** A new one; two of them have nothing in common. */
    public static MemoryTree tree() {
        TestingHost host = TestingHost.empty();
        function(host, "0000:3b:00.0", new PciId(0x10de, 0x2331), 0x030200, "nouveau", 11);
        function(host, "0000:3b:00.1", new PciId(0x10de, 0x22ba), 0x040300, "snd_hda_intel", 12);
        TestingFunction physical = function(host, "0000:5e:00.0", new PciId(0x8086, 0x10c9), NETWORK, "igb", 13)
                .networkInterface("eth0")
                .attribute("sriov_numvfs", "2");
        for (int i = 0; i < 2; i++) {
            function(host, "0000:5e:10.%d".formatted(2 * i), new PciId(0x8086, 0x10ca), NETWORK, "igbvf", 14 + i)
                    .networkInterface("eth0v" + i)
                    .virtualOf(physical, i);
            function(host, "0000:af:00.%d".formatted(i), new PciId(0x8086, 0x1528), NETWORK, "ixgbe", 17 + i)
                    .networkInterface("eth1p" + i);
        }
        function(host, "0000:01:00.0", new PciId(0x8086, 0x100e), NETWORK, "e1000", 16)
                .networkInterface("eth9");
        host.defaultRoute("eth9");
        return host.root()
                .link("sys/class/mdev_bus/mtty", "../../../" + MAKER)
                .file(MAKER + "/mdev_supported_types/mtty-2/available_instances", "2")
                .file(MAKER + "/mdev_supported_types/mtty-2/device_api", "vfio-pci")
                .file(MAKER + "/mdev_supported_types/mtty-2/create", "");
    }

    private static TestingFunction function(
            TestingHost host, String address, PciId id, int type, String driver, int group) {
        return host.function(address)
                .id(id)
                .type(type)
                .driver(driver)
                .group(group)
                .attribute("reset_method", "flr");
    }
}
