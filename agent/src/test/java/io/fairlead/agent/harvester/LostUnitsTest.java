package io.fairlead.agent.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.api.harvester.PciDeviceClaimStatus;
import io.fairlead.api.harvester.PciDeviceStatus;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LostUnitsTest {
    private static final PciAddress GPU = PciAddress.parse("0000:3b:00.0");
    private static final PciAddress AUDIO = PciAddress.parse("0000:3b:00.1");
    private static final PciAddress NIC = PciAddress.parse("0000:5e:00.0");

    private final TestingHost host = TestingHost.empty();
    private final List<PciDevice> devices = new ArrayList<>();

    private void function(PciAddress address, String driver, int group) {
        host.function(address.toString())
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .driver(driver)
                .group(group);
    }

    private static PciDeviceClaim claim(PciAddress address, String node, String driver) {
        PciDeviceClaim claim = new PciDeviceClaim();
        claim.setMetadata(new ObjectMetaBuilder().withName("claim").build());
        claim.setSpec(new PciDeviceClaimSpec(address.toString(), node, "admin", null, Map.of()));
        claim.setStatus(new PciDeviceClaimStatus(driver, true, Map.of()));
        return claim;
    }

    private LedgerState found(PciDeviceClaim... claims) {
        return LostUnits.add(
                LedgerState.empty("boot"), List.of(claims), devices, "janus", PciInventory.scan(host.root()));
    }

    @Test
    void aClaimedUnitIsTheDevicePluginsAgainWithTheDriversThatItsFunctionsHad() {
        function(GPU, "vfio-pci", 11);
        function(AUDIO, "vfio-pci", 11);

        LedgerState state = found(claim(GPU, "janus", "nouveau"), claim(AUDIO, "janus", "snd_hda_intel"));

        assertThat(state.holdings().values()).singleElement().satisfies(holding -> {
            assertThat(holding.id()).isEqualTo(GPU.toString());
            assertThat(holding.door()).isEqualTo(Door.PLUGIN);
            assertThat(holding.stage()).isEqualTo(Stage.HELD);
            assertThat(holding.functions())
                    .extracting(TakenFunction::address, TakenFunction::driver)
                    .containsExactly(tuple(GPU, "nouveau"), tuple(AUDIO, "snd_hda_intel"));
        });
        assertThat(state.door(GPU)).isEqualTo(Door.PLUGIN);
    }

    /** What came along with a claimed function has no claim that could tell. */
    @Test
    void aSiblingWithoutAClaimGetsTheDriverThatItWasFirstSeenWith() {
        function(GPU, "vfio-pci", 11);
        function(AUDIO, "vfio-pci", 11);
        device(AUDIO, "janus", "snd_hda_intel");
        device(GPU, "minerva", "nvidia");

        assertThat(found(claim(GPU, "janus", "")).holdings().values())
                .singleElement()
                .satisfies(holding -> assertThat(holding.functions())
                        .extracting(TakenFunction::address, TakenFunction::driver)
                        .containsExactly(tuple(GPU, null), tuple(AUDIO, "snd_hda_intel")));
    }

    private void device(PciAddress address, String node, String driver) {
        PciDevice device = new PciDevice();
        device.setMetadata(new ObjectMetaBuilder()
                .addToAnnotations(Marks.FIRST_DRIVER, driver)
                .build());
        device.setStatus(
                new PciDeviceStatus(address.toString(), null, null, null, null, node, null, null, null, Map.of()));
        devices.add(device);
    }

    @Test
    void whatIsNotTakenOrOnAnotherNodeIsLeftAlone() {
        function(GPU, "nouveau", 11);
        function(NIC, "vfio-pci", 12);

        assertThat(found(claim(GPU, "janus", "nouveau"), claim(NIC, "minerva", "igb"))
                        .holdings())
                .isEmpty();
    }
}
