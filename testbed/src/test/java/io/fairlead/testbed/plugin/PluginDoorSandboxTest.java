package io.fairlead.testbed.plugin;

import static io.fairlead.testbed.plugin.PluggedNode.addresses;
import static io.fairlead.testbed.plugin.PluggedNode.eventually;
import static io.fairlead.testbed.plugin.PluggedNode.groups;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.agent.plugin.ClaimState;
import io.fairlead.agent.plugin.Claimed;
import io.fairlead.agent.plugin.Wanted;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.names.ResourceName;
import io.fairlead.sandbox.node.cdi.ContainerView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The device plugins' door between a simulated machine and a simulated kubelet. */
class PluginDoorSandboxTest {
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String AUDIO = "nvidia.com/GP104_HIGH_DEFINITION_AUDIO_CONTROLLER";
    private static final ResourceName PORTS = ResourceName.parse("intel.com/ETHERNET_CONTROLLER_10GIGABIT_X540AT2");

    @TempDir
    private Path folder;

    private PluggedNode node;
    private TestedDoor door;

    @BeforeEach
    void aNodeWithADoor() throws IOException {
        node = new PluggedNode(
                new Cards()
                        .gpuWithAudio("0000:01:00", 1)
                        .gpuWithAudio("0000:02:00", 2)
                        .twoPorts("0000:05:00", 5)
                        .twoPorts("0000:06:00", 7)
                        .kernel(),
                folder,
                new DurableFiles());
        door = node.door;
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    @Test
    void aSecondIdenticalCardCountsAsSoonAsItIsClaimed() {
        door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 2, 1);
        door.claim("0000:01:00.0", "0000:02:00.0");
        node.awaitAmounts(GPU, 2, 2);
        assertThat(door.state("0000:02:00.0"))
                .isEqualTo(new ClaimState.Ready(
                        ResourceName.parse(GPU),
                        Optional.of("nouveau"),
                        Optional.of("together with 0000:02:00.1, because they share IOMMU group 2")));
    }

    @Test
    void twoPodsGetTwoDevicesAndAThirdWaitsForNone() {
        door.claim("0000:01:00.0", "0000:02:00.0");
        node.awaitAmounts(GPU, 2, 2);
        ContainerView one = node.run("one", Map.of(GPU, 1));
        ContainerView two = node.run("two", Map.of(GPU, 1));

        assertThat(List.of(addresses(one, GPU), addresses(two, GPU)))
                .containsExactlyInAnyOrder("0000:01:00.0", "0000:02:00.0");
        assertThat(groups(one))
                .containsExactly(
                        "/dev/vfio/vfio", "/dev/vfio/" + addresses(one, GPU).charAt(6));
        node.create("three", Map.of(GPU, 1));
        node.awaitPhase("three", "Failed");
    }

    @Test
    void aGpuAndItsAudioFunctionComeFromOneCard() {
        door.claim("0000:01:00.0", "0000:01:00.1", "0000:02:00.0", "0000:02:00.1");
        node.awaitAmounts(GPU, 2, 2);
        node.awaitAmounts(AUDIO, 2, 2);
        for (String pod : List.of("one", "two")) {
            ContainerView view = node.run(pod, Map.of(GPU, 1, AUDIO, 1));
            assertThat(PciAddress.parse(addresses(view, AUDIO)).sharesSlotWith(PciAddress.parse(addresses(view, GPU))))
                    .isTrue();
        }
    }

    @Test
    void anAudioFunctionWithoutItsGpuDoesNotStartAndSaysWhy() {
        door.claim("0000:01:00.0", "0000:01:00.1");
        node.awaitAmounts(AUDIO, 2, 1);
        node.create("alone", Map.of(AUDIO, 1));
        node.awaitEvent("is a part of " + GPU + " 0000:01:00.0");
    }

    @Test
    void aCardIsHandedOverWholeAndItsFunctionsComeBackOneByOne() {
        door.claimCards(PORTS, "0000:05:00.0", "0000:05:00.1");
        node.awaitAmounts(PORTS.toString(), 2, 1);
        ContainerView view = node.run("card", Map.of(PORTS.toString(), 1));
        assertThat(view.env().get(PORTS.variable(ResourceName.Variable.MULTIFUNCTION_PCI_RESOURCE)))
                .isEqualTo("0000:05:00.0");
        assertThat(groups(view)).containsExactly("/dev/vfio/vfio", "/dev/vfio/5", "/dev/vfio/6");

        door.claim("0000:05:00.0", "0000:05:00.1");
        node.awaitAmounts(PORTS.toString(), 4, 1);
        assertThat(door.handed()).hasSize(2);
        node.delete("card");
        node.awaitAmounts(PORTS.toString(), 4, 2);
        assertThat(addresses(node.run("single", Map.of(PORTS.toString(), 1)), PORTS.toString()))
                .startsWith("0000:05:00.");
    }

    @Test
    void aClaimThatIsDeletedWhileItsMachineRunsWaitsAndThenGivesTheDriverBack() throws Exception {
        door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 2, 1);
        node.run("vm", Map.of(GPU, 1));
        try (Kernel.Watch _ = node.kernel.open("dev/vfio/1")) {
            door.claim();
            node.awaitAmounts(GPU, 1, 0);
            eventually(() -> door.state("0000:01:00.0") instanceof ClaimState.Leaving(String why)
                    && why.contains("pod default/vm"));
            node.deleteByForce("vm");
            eventually(() -> door.state("0000:01:00.0") instanceof ClaimState.Leaving(String why)
                    && why.contains("a process still has its vfio device open"));
            assertThat(node.driver("0000:01:00.0")).contains("vfio-pci");
        }
        eventually(() -> door.state("0000:01:00.0") instanceof ClaimState.Gone);
        assertThat(node.driver("0000:01:00.0")).contains("nouveau");
        assertThat(node.driver("0000:01:00.1")).contains("snd_hda_intel");
        eventually(() -> door.ledger().doors().isEmpty());
    }

    @Test
    void defect3ADeviceThatIsClaimedAgainIsHealthyAgain() {
        door.claim("0000:01:00.0", "0000:02:00.0");
        node.awaitAmounts(GPU, 2, 2);
        door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 2, 1);
        door.claim("0000:01:00.0", "0000:02:00.0");
        node.awaitAmounts(GPU, 2, 2);
    }

    @Test
    void defect4APluginRegistersAgainAfterTheKubeletWasRestarted() {
        door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 2, 1);
        node.run("before", Map.of(GPU, 1));
        node.node.restart();
        door.claim("0000:01:00.0", "0000:02:00.0");
        node.awaitAmounts(GPU, 2, 2);
        assertThat(addresses(node.run("after", Map.of(GPU, 1)), GPU)).isEqualTo("0000:02:00.0");
    }

    @Test
    void defect7AVanishedDeviceIsUnhealthyAndOneThatComesBackIsHealthyAlsoIfItWasClaimedLater() throws Exception {
        door.claim("0000:05:00.0");
        node.awaitAmounts(PORTS.toString(), 4, 1);
        door.claim("0000:05:00.0", "0000:06:00.0");
        node.awaitAmounts(PORTS.toString(), 4, 2);
        node.kernel.unplug(PciAddress.parse("0000:06:00.0"));
        node.awaitAmounts(PORTS.toString(), 3, 1);
        node.kernel.plug(PciAddress.parse("0000:06:00.0"));
        node.awaitAmounts(PORTS.toString(), 4, 2);
    }

    @Test
    void aClaimOutOfThePoolIsOfferedByItsName() {
        door.want(Wanted.of(
                List.of(new Claimed(node.node.name() + "-000005001", PciAddress.parse("0000:05:00.1"), false, true))));
        String name = "intel.com/" + node.node.name() + "-000005001";
        node.awaitAmounts(name, 1, 1);
        assertThat(addresses(node.run("picky", Map.of(name, 1)), name)).isEqualTo("0000:05:00.1");
    }

    @Test
    void anAgentThatIsStartedAgainKnowsWhoHasWhat() throws Exception {
        door.claim("0000:01:00.0", "0000:02:00.0");
        node.awaitAmounts(GPU, 2, 2);
        node.run("vm", Map.of(GPU, 1));
        door.crash();
        assertThat(door.handed()).hasSize(1);
        node.awaitAmounts(GPU, 2, 2);
        node.delete("vm");
        eventually(() -> door.handed().isEmpty());
    }

    @Test
    void aNameThatChangesIsFollowedAndWhoHasTheDeviceKeepsIt() {
        door.claim("0000:01:00.0");
        node.awaitAmounts(GPU, 2, 1);
        node.run("vm", Map.of(GPU, 1));
        String chosen = "example.com/first-gpu";
        door.want(new Wanted(
                List.of(Cards.claim(node.node.name(), "0000:01:00.0")),
                Map.of(PciAddress.parse("0000:01:00.0"), ResourceName.parse(chosen)),
                Set.of(),
                Map.of()));
        node.awaitAmounts(chosen, 1, 0);
        node.awaitAmounts(GPU, 1, 0);
        assertThat(door.handed()).hasSize(1);
        assertThat(door.state("0000:01:00.0"))
                .isInstanceOfSatisfying(
                        ClaimState.Waiting.class,
                        waiting -> assertThat(waiting.why()).contains("0000:01:00.0 is still held as " + GPU));

        node.delete("vm");
        node.awaitAmounts(chosen, 1, 1);
        node.awaitAmounts(GPU, 0, 0);
        assertThat(addresses(node.run("next", Map.of(chosen, 1)), chosen)).isEqualTo("0000:01:00.0");
    }

    @Test
    void aFunctionWhoseOwnDriverBringsVfioStaysOnIt() throws Exception {
        door.want(Wanted.of(
                List.of(new Claimed(node.node.name() + "-000005001", PciAddress.parse("0000:05:00.1"), true, false))));
        node.awaitAmounts(PORTS.toString(), 4, 1);
        assertThat(addresses(node.run("vm", Map.of(PORTS.toString(), 1)), PORTS.toString()))
                .isEqualTo("0000:05:00.1");
        assertThat(node.driver("0000:05:00.1")).contains("ixgbe");
        assertThat(node.kernel.resets()).isEmpty();

        node.delete("vm");
        door.claim();
        eventually(() -> door.state("0000:05:00.1") instanceof ClaimState.Gone);
        assertThat(node.driver("0000:05:00.1")).contains("ixgbe");
    }
}
