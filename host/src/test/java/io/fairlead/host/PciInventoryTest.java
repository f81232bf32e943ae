package io.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PciInventoryTest {
    private final TestingHost host = TestingHost.empty();

    @Test
    void aFunctionAloneInItsGroupIsAUnitAndMayBeOffered() {
        host.function("0000:01:00.0").group(7);

        PassthroughUnit unit = PciInventory.scan(host.root()).units().getFirst();
        assertThat(unit.addresses()).containsExactly(PciAddress.parse("0000:01:00.0"));
        assertThat(unit.because()).isEqualTo("it is alone in IOMMU group 7");
        assertThat(unit.offer()).isEqualTo(new Offer.Offerable());
    }

    @Test
    void functionsOfOneGroupTravelTogetherAndBridgesStayBehind() {
        TestingFunction port =
                host.function("0000:00:01.0").type(0x060400).driver("pcieport").group(1);
        port.behind("0000:01:00.0").type(0x030000).group(1).attribute("boot_vga", "0");
        port.behind("0000:01:00.1").type(0x040300).group(1).driver("snd_hda_intel");

        PciInventory inventory = PciInventory.scan(host.root());
        assertThat(inventory.units()).hasSize(1);
        PassthroughUnit unit = inventory.units().getFirst();
        assertThat(unit.addresses()).extracting(PciAddress::toString).containsExactly("0000:01:00.0", "0000:01:00.1");
        assertThat(unit.primary().address()).hasToString("0000:01:00.0");
        assertThat(unit.because()).isEqualTo("they share IOMMU group 1, bridges aside (0000:00:01.0)");
        assertThat(unit.offer().isOfferable()).isTrue();
        assertThat(inventory.unit(port.address())).isEmpty();
    }

    @Test
    void aBridgeWithADriverOfItsOwnKeepsItsGroupAtHome() {
        host.function("0000:00:1f.0").type(0x060100).driver("lpc_ich").group(9);
        host.function("0000:00:1f.3").type(0x0c0500).group(9);

        assertThat(obstacles("0000:00:1f.3"))
                .containsExactly("IOMMU group 9 also has bridge 0000:00:1f.0, which driver lpc_ich holds");
    }

    @Test
    void theCardIsThePhysicalFunctionsOfASlotEvenWhereVirtualOnesShareIt() {
        TestingFunction first = host.function("0000:03:00.0").group(1);
        host.function("0000:03:00.1").group(2);
        host.function("0000:03:00.2").group(3).virtualOf(first, 0);

        PciInventory inventory = PciInventory.scan(host.root());
        assertThat(inventory.cards())
                .singleElement()
                .satisfies(card -> assertThat(card.addresses())
                        .extracting(PciAddress::toString)
                        .containsExactly("0000:03:00.0", "0000:03:00.1"));
        assertThat(inventory.card(PciAddress.parse("0000:03:00.2"))).isEmpty();
    }

    @Test
    void aCardIsOfferedWhenItsUnitsAreAndEndWithIt() {
        host.function("0000:03:00.0").group(1);
        host.function("0000:03:00.1").group(2);
        PciInventory inventory = PciInventory.scan(host.root());
        assertThat(inventory.offer(inventory.cards().getFirst()).isOfferable()).isTrue();

        host.function("0000:04:00.0").group(2);
        inventory = PciInventory.scan(host.root());
        assertThat(inventory.offer(inventory.cards().getFirst()))
                .isEqualTo(new Offer.Withheld(List.of(new Obstacle.SharesGroup(2, "0000:04:00.0 of another card"))));
    }

    @Test
    void aPhysicalFunctionWithVirtualFunctionsStaysAndTheVirtualOnesGo() {
        TestingFunction physical = host.function("0000:03:00.0").group(1);
        host.function("0000:03:10.2").group(3).virtualOf(physical, 1);
        host.function("0000:03:10.0").group(2).virtualOf(physical, 0);

        PciInventory inventory = PciInventory.scan(host.root());
        assertThat(inventory.function(physical.address()).orElseThrow().sriov())
                .isInstanceOfSatisfying(Sriov.Physical.class, part -> {
                    assertThat(part.total()).isEqualTo(64);
                    assertThat(part.virtualFunctions()).hasToString("{0=0000:03:10.0, 1=0000:03:10.2}");
                });
        assertThat(inventory
                        .function(PciAddress.parse("0000:03:10.2"))
                        .orElseThrow()
                        .sriov())
                .isEqualTo(new Sriov.Virtual(physical.address()));
        assertThat(obstacles("0000:03:00.0"))
                .containsExactly("0000:03:00.0 has 2 virtual functions; offer those, or set sriov_numvfs to 0");
        assertThat(obstacles("0000:03:10.0")).isEmpty();
    }

    @Test
    void withoutAnIommuNothingIsOffered() {
        host.function("0000:01:00.0");

        assertThat(obstacles("0000:01:00.0"))
                .singleElement()
                .asString()
                .contains("no IOMMU group", "switch the IOMMU on");
    }

    @Test
    void aGroupThatIsolatesNothingIsNotOffered() {
        host.function("0000:01:00.0").group(4);
        host.root().file("sys/kernel/iommu_groups/4/name", "vfio-noiommu");

        assertThat(obstacles("0000:01:00.0"))
                .containsExactly("IOMMU group 4 is of vfio's no-IOMMU mode and isolates nothing");
    }

    @Test
    void aStrangerInTheGroupKeepsItAtHome() {
        host.function("0000:01:00.0").group(4);
        host.root().link("sys/kernel/iommu_groups/4/devices/ab12-platform", "../../../../devices/platform/ab12");

        assertThat(obstacles("0000:01:00.0")).containsExactly("IOMMU group 4 also has ab12-platform");
    }

    @Test
    void theBootDisplayNeedsConsent() {
        host.function("0000:01:00.0").type(0x030000).group(4).attribute("boot_vga", "1");
        host.function("0000:02:00.0").type(0x030000).group(5).attribute("boot_vga", "0");

        assertThat(obstacles("0000:01:00.0")).singleElement().asString().contains("only with consent");
        assertThat(obstacles("0000:02:00.0")).isEmpty();
    }

    @Test
    void aFunctionThatCarriesOthersStaysWithThem() {
        TestingFunction controller =
                host.function("0000:00:0e.0").type(0x010400).group(4);
        controller.behind("10000:e1:00.0").type(0x010802);

        assertThat(obstacles("0000:00:0e.0"))
                .containsExactly("0000:00:0e.0 carries 1 functions behind it, the first 10000:e1:00.0");
    }

    @Test
    void whatAFunctionSaysAboutItselfIsRead() {
        TestingFunction port = host.function("0000:80:00.0").type(0x060400);
        port.behind("0000:81:00.0")
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .driver("nvidia")
                .group(33)
                .attribute("subsystem_vendor", "0x10de")
                .attribute("subsystem_device", "0x1626")
                .attribute("revision", "0xa1")
                .attribute("numa_node", "1")
                .attribute("current_link_speed", "16.0 GT/s PCIe")
                .attribute("current_link_width", "8")
                .attribute("max_link_speed", "32.0 GT/s PCIe")
                .attribute("max_link_width", "16")
                .attribute("reset_method", "flr bus")
                .attribute("resource", """
                        0x00000000a0000000 0x00000000a0ffffff 0x0000000000040200
                        0x0000000000000000 0x0000000000000000 0x0000000000000000
                        0x0000002000000000 0x0000003fffffffff 0x000000000014220c
                        0x0000000000000000 0x0000000000000000 0x0000000000000000
                        0x0000000000004000 0x000000000000407f 0x0000000000040101
                        """);

        PciFunction gpu = PciInventory.scan(host.root())
                .function(PciAddress.parse("0000:81:00.0"))
                .orElseThrow();
        assertThat(gpu.id()).hasToString("10de:2331");
        assertThat(gpu.subsystem()).contains(new PciId(0x10de, 0x1626));
        assertThat(gpu.type()).hasToString("0302");
        assertThat(gpu.revision()).isEqualTo(0xa1);
        assertThat(gpu.driver()).contains("nvidia");
        assertThat(gpu.iommuGroup()).hasValue(33);
        assertThat(gpu.numaNode()).hasValue(1);
        assertThat(gpu.pcieRoot()).isEqualTo("pci0000:00");
        assertThat(gpu.bridges()).containsExactly(port.address());
        assertThat(gpu.link()).contains(new PciLink("16.0 GT/s PCIe", 8, "32.0 GT/s PCIe", 16));
        assertThat(gpu.resetMethods()).containsExactly("flr", "bus");
        assertThat(gpu.bars())
                .containsExactly(
                        new PciBar(0, 16 << 20, PciBar.Space.MEMORY_32, false),
                        new PciBar(2, 128L << 30, PciBar.Space.MEMORY_64, true),
                        new PciBar(4, 128, PciBar.Space.IO, false));
    }

    @Test
    void numaNodeMinusOneIsNone() {
        host.function("0000:01:00.0").attribute("numa_node", "-1");

        assertThat(PciInventory.scan(host.root()).functions().getFirst().numaNode())
                .isEmpty();
    }

    private List<String> obstacles(String address) {
        return Offers.texts(PciInventory.scan(host.root())
                .unit(PciAddress.parse(address))
                .orElseThrow()
                .offer());
    }
}
