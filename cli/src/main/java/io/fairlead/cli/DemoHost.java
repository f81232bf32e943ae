package io.fairlead.cli;

import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.tree.MemoryTree;

/**
 * A machine for a first look: a GPU card of two functions, a network card with two virtual functions, one with two ports,
 * its own network.
 */
final class DemoHost {
    /** The GPU, or its whole card, and the virtual functions; the ports are for who claims them. */
    static final OfferRules RULES = OfferRules.parse("""
            offers:
            - match: {vendors: ["10de"]}
              offer: both
            - match: {physicalFunctions: ["eth1"]}
            """);

    private static final String RESETS = "reset_method";

    private DemoHost() {}

    static MemoryTree tree() {
        TestingHost host = TestingHost.empty();
        host.function("0000:3b:00.0")
                .id(new PciId(0x10de, 0x20b5))
                .type(0x030200)
                .driver("nouveau")
                .group(11)
                .attribute(RESETS, "flr");
        host.function("0000:3b:00.1")
                .id(new PciId(0x10de, 0x1aef))
                .type(0x040300)
                .driver("snd_hda_intel")
                .group(12)
                .attribute(RESETS, "flr");
        TestingFunction maker = host.function("0000:5e:00.0")
                .id(new PciId(0x8086, 0x10c9))
                .type(0x020000)
                .driver("igb")
                .group(13)
                .networkInterface("eth1");
        for (int i = 0; i < 2; i++) {
            host.function("0000:5e:10.%d".formatted(2 * i))
                    .id(new PciId(0x8086, 0x10ca))
                    .type(0x020000)
                    .driver("igbvf")
                    .group(14 + i)
                    .attribute(RESETS, "flr")
                    .networkInterface("eth1v" + i)
                    .virtualOf(maker, i);
        }
        maker.attribute("sriov_numvfs", "2");
        for (int i = 0; i < 2; i++) {
            host.function("0000:af:00.%d".formatted(i))
                    .id(new PciId(0x8086, 0x1528))
                    .type(0x020000)
                    .driver("ixgbe")
                    .group(17 + i)
                    .attribute(RESETS, "flr")
                    .networkInterface("eth2p" + i);
        }
        host.function("0000:01:00.0")
                .id(new PciId(0x8086, 0x100e))
                .type(0x020000)
                .driver("e1000")
                .group(16)
                .networkInterface("eth0");
        host.defaultRoute("eth0");
        return host.root();
    }
}
