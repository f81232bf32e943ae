package io.fairlead.agent.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fairlead.agent.plugin.Claimed;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingHost;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimCheckTest {
    static Stream<Arguments> badClaims() {
        return Stream.of(
                arguments("janus-1", "nonsense", "", "BadAddress", "is not a PCI address"),
                arguments("other", "0000:23:00.0", "", "WrongName", "has to be named janus-000023000"),
                arguments(
                        "janus-0000ff000",
                        "0000:ff:00.0",
                        "",
                        "NoSuchDevice",
                        "kubectl get pcidevices -l nodename=janus"),
                arguments("janus-000000010", "0000:00:01.0", "", "Bridge", "part of the machine"),
                arguments(
                        "janus-000023000",
                        "0000:23:00.0",
                        "10de:1111",
                        "AnotherDevice",
                        "claim the one that you mean"));
    }

    @ParameterizedTest
    @MethodSource("badClaims")
    void aClaimThatMeansNothingHereIsRejectedWithAWayOut(
            String name, String address, String claimedId, String reason, String message) {
        ClaimCheck check = check(
                claim(name, address, false, claimedId.isEmpty() ? Map.of() : Map.of(Marks.CLAIMED_ID, claimedId)));

        assertThat(check).isInstanceOfSatisfying(ClaimCheck.Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(reason);
            assertThat(rejected.message()).contains(message);
        });
    }

    /** Another card has shifted the numbers: what is there now looks the same, and is not what was claimed. */
    @Test
    void aCardOfTheSameModelInAnotherSlotIsNotFollowed() {
        assertThat(check(claim(
                        "janus-000023000",
                        "0000:23:00.0",
                        false,
                        Map.of(Marks.CLAIMED_ID, "10de:2331", Marks.CLAIMED_SLOT, "pci0000:00/0000:00:03.0"))))
                .isInstanceOfSatisfying(ClaimCheck.Rejected.class, rejected -> {
                    assertThat(rejected.reason()).isEqualTo("AnotherDevice");
                    assertThat(rejected.message())
                            .contains("behind pci0000:00/0000:00:03.0, and the one behind pci0000:00 is at");
                });
    }

    @Test
    void aClaimSaysHowItsDeviceIsOffered() {
        Identity identity = new Identity("10de:2331", "pci0000:00");
        PciAddress address = PciAddress.parse("0000:23:00.0");
        assertThat(check(claim("janus-000023000", "0000:23:00.0", false, Map.of(Marks.CLAIMED_ID, "10de:2331"))))
                .isEqualTo(new ClaimCheck.Accepted(new Claimed("janus-000023000", address, true, true), identity));
        assertThat(check(claim("janus-000023000", "0000:23:00.0", true, Map.of(Marks.SKIP_BINDING, ""))))
                .isEqualTo(new ClaimCheck.Accepted(new Claimed("janus-000023000", address, false, false), identity));
    }

    @Test
    void aResourceNameThatIsNoneIsSaidWhereItIsWritten() {
        PciDevice device = new PciDevice();
        device.setMetadata(new ObjectMetaBuilder()
                .withName("janus-000023000")
                .addToAnnotations(Marks.RESOURCE_NAME, "no slash")
                .build());
        assertThat(ClaimCheck.of(
                        "janus",
                        claim("janus-000023000", "0000:23:00.0", false, Map.of()),
                        Optional.of(device),
                        inventory()))
                .isInstanceOfSatisfying(
                        ClaimCheck.Rejected.class,
                        rejected -> assertThat(rejected.message())
                                .contains("override-resource-name of PCIDevice janus-000023000", "\"no slash\""));
    }

    private static ClaimCheck check(PciDeviceClaim claim) {
        return ClaimCheck.of("janus", claim, Optional.empty(), inventory());
    }

    private static PciInventory inventory() {
        TestingHost host = TestingHost.empty();
        host.function("0000:23:00.0")
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .group(1);
        host.function("0000:00:01.0").type(0x060400);
        return PciInventory.scan(host.root());
    }

    private static PciDeviceClaim claim(String name, String address, boolean single, Map<String, String> annotations) {
        PciDeviceClaim claim = new PciDeviceClaim();
        claim.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withAnnotations(annotations)
                .build());
        claim.setSpec(new PciDeviceClaimSpec(address, "janus", "admin", single, Map.of()));
        return claim;
    }
}
