package io.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CapturedHostsTest {
    @Test
    void theLabsInventoryIsWhatTheLabHas() throws Exception {
        PciInventory lab = PciInventory.scan(CapturedHosts.LAB.tree());

        assertThat(lab.warnings()).isEmpty();
        assertThat(lab.functions()).hasSize(29);
        assertThat(lab.groups()).hasSize(25);
        assertThat(lab.function(at("0000:81:00.0")).orElseThrow()).satisfies(igb -> {
            assertThat(igb.numaNode()).hasValue(1);
            assertThat(igb.link()).contains(new PciLink("2.5 GT/s PCIe", 1, "2.5 GT/s PCIe", 1));
            assertThat(igb.bridges()).containsExactly(at("0000:80:00.0"));
            assertThat(igb.sriov()).isInstanceOfSatisfying(Sriov.Physical.class, part -> {
                assertThat(part.total()).isEqualTo(7);
                assertThat(part.virtualFunctions()).hasToString("{0=0000:81:10.0, 1=0000:81:10.2, 2=0000:81:10.4}");
            });
            assertThat(igb.interfaces()).extracting(NetworkInterface::name).containsExactly("eth2");
        });
        assertThat(lab.function(at("0000:81:10.0")).orElseThrow()).satisfies(virtual -> {
            assertThat(virtual.sriov()).isEqualTo(new Sriov.Virtual(at("0000:81:00.0")));
            assertThat(virtual.link()).isEmpty();
        });
        assertThat(lab.card(at("0000:02:00.0")).orElseThrow()).satisfies(card -> {
            assertThat(card.addresses()).containsExactly(at("0000:02:00.0"), at("0000:02:00.1"));
            assertThat(lab.offer(card).isOfferable()).isTrue();
        });
        assertThat(lab.card(at("0000:03:00.0")).orElseThrow().addresses()).containsExactly(at("0000:03:00.0"));
        assertThat(lab.unit(at("0000:05:02.0")).orElseThrow()).satisfies(unit -> {
            assertThat(unit.addresses()).containsExactly(at("0000:05:01.0"), at("0000:05:02.0"));
            assertThat(unit.because()).isEqualTo("they share IOMMU group 13, bridges aside (0000:04:00.0)");
        });
        assertThat(lab.mdevParents()).extracting(MdevParent::name).containsExactly("mdpy", "mtty");
        assertThat(lab.mdevParents().getLast().instances()).singleElement().satisfies(instance -> {
            assertThat(instance.uuid()).isEqualTo("83b8f4f2-509f-382f-3c1e-e6bfe0fa1001");
            assertThat(instance.type()).isEqualTo("mtty-2");
        });
        assertThat(lab.vdpaDevices()).singleElement().satisfies(device -> {
            assertThat(device.driver()).contains("vhost_vdpa");
            assertThat(device.vhostDevice()).contains("vhost-vdpa-0");
        });
    }

    @Test
    void whatTheHostHasLetGoMayBeOfferedEvenWithoutProc() throws Exception {
        PciInventory lab = PciInventory.scan(CapturedHosts.LAB.tree());

        assertThat(lab.units().stream()
                        .filter(unit -> unit.offer().isOfferable())
                        .map(unit -> unit.primary().address()))
                .containsExactly(
                        at("0000:00:1f.2"),
                        at("0000:01:10.0"),
                        at("0000:02:00.0"),
                        at("0000:03:00.1"),
                        at("0000:03:00.2"),
                        at("0000:05:01.0"));
    }

    @Test
    void aMachineWithoutIommuOffersNothing() throws Exception {
        PciInventory machine = PciInventory.scan(CapturedHosts.MICROVM.tree());

        assertThat(machine.functions()).hasSize(6);
        assertThat(machine.groups()).isEmpty();
        assertThat(machine.units()).hasSize(5).noneMatch(unit -> unit.offer().isOfferable());
    }

    @Test
    void aCaptureOfACaptureGivesTheSameInventory() throws Exception {
        for (CapturedHosts host : List.of(CapturedHosts.values())) {
            PciInventory original = PciInventory.scan(host.tree());
            assertThat(PciInventory.scan(Capture.of(host.tree(), false))).isEqualTo(original);
            assertThat(PciInventory.scan(Capture.of(host.tree(), true))).isEqualTo(original);
        }
    }

    private static PciAddress at(String address) {
        return PciAddress.parse(address);
    }
}
