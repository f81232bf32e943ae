package io.fairlead.agent;

import io.fairlead.host.PciId;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.tree.MemoryTree;

/** A machine with one of each: a card of two functions, virtual functions, a maker of mediated devices, its own network. */
final class TestingMachine {
    static final String GPU = "0000:3b:00.0";
    static final String AUDIO = "0000:3b:00.1";
    static final String MAKER = "0000:5e:00.0";
    static final String VIRTUAL = "0000:5e:10.0";
    static final String OTHER_VIRTUAL = "0000:5e:10.2";
    static final String OWN = "0000:01:00.0";

    static final String RULES = """
            offers:
            - match: {vendors: ["10de"]}
              offer: both
            - match: {physicalFunctions: ["eth0"]}
            - match: {mdevTypes: ["mtty-2"]}
            - match: {addresses: ["0000:01:00.0"]}
            """;

    private TestingMachine() {}

    static MemoryTree tree() {
        TestingHost host = TestingHost.empty();
        host.function(GPU)
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .driver("nouveau")
                .group(11)
                .attribute("reset_method", "flr");
        host.function(AUDIO)
                .id(new PciId(0x10de, 0x22ba))
                .type(0x040300)
                .driver("snd_hda_intel")
                .group(12)
                .attribute("reset_method", "flr");
        TestingFunction maker = host.function(MAKER)
                .id(new PciId(0x8086, 0x10c9))
                .type(0x020000)
                .driver("igb")
                .group(13)
                .networkInterface("eth0");
        host.function(VIRTUAL)
                .id(new PciId(0x8086, 0x10ca))
                .type(0x020000)
                .driver("igbvf")
                .group(14)
                .attribute("reset_method", "flr")
                .networkInterface("eth10")
                .virtualOf(maker, 0);
        host.function(OTHER_VIRTUAL)
                .id(new PciId(0x8086, 0x10ca))
                .type(0x020000)
                .driver("igbvf")
                .group(15)
                .attribute("reset_method", "flr")
                .networkInterface("eth12")
                .virtualOf(maker, 1);
        maker.attribute("sriov_numvfs", "2");
        host.function(OWN)
                .id(new PciId(0x8086, 0x100e))
                .type(0x020000)
                .driver("e1000")
                .group(16)
                .networkInterface("eth9");
        host.defaultRoute("eth9");
        String parent = "sys/devices/virtual/mtty/mtty";
        MemoryTree tree = host.root();
        tree.link("sys/class/mdev_bus/mtty", "../../../" + parent);
        tree.file(parent + "/mdev_supported_types/mtty-2/available_instances", "2");
        tree.file(parent + "/mdev_supported_types/mtty-2/device_api", "vfio-pci");
        tree.file(parent + "/mdev_supported_types/mtty-2/create", "");
        return tree;
    }
}
