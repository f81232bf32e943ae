package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatusBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent loses its ledger, or the kubelet its memory: what is known elsewhere decides. */
class LostMemorySandboxTest extends AgentOnTestingNode {
    private static final String MAC = "52:54:00:00:01:a0";

    private TestingPodResources kubelet;

    @BeforeEach
    void startKubelet() throws Exception {
        kubelet = new TestingPodResources(node.kubeletRoot());
    }

    @AfterEach
    void stopKubelet() {
        kubelet.close();
    }

    private void loseLedger() throws Exception {
        node.kill();
        Files.write(root.resolve("state/ledger"), "nonsense\n".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aDamagedLedgerIsSetAsideAndWhatItSaidIsFoundAgain() throws Exception {
        node.awaitPublished(CARD, VIRTUAL);
        ResourceClaim card = node.claim("card", result("card", CARD));
        ResourceClaim gone = node.claim("gone", result("nic", VIRTUAL));
        NodePrepareResourceResponse first = node.prepare(card);
        assertThat(first.getError()).isEmpty();
        assertThat(node.prepare(gone).getError()).isEmpty();
        sandbox.client().resource(gone).delete();
        loseLedger();

        node.start();

        assertThat(root.resolve("state/ledger.damaged")).hasContent("nonsense\n");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("LedgerDamaged"))
                        .anySatisfy(message -> assertThat(message)
                                .contains("does not begin as a checkpoint", "fairlead agent status")));
        // The claim of the function is over, so it goes back by itself; the card's is not, so it stays.
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(node.driver(TestingMachine.VIRTUAL)).isEqualTo("igbvf"));
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.prepare(card).getDevicesList()).isEqualTo(first.getDevicesList());
        assertThat(node.kernel.resets())
                .as("whoever uses it does not notice")
                .filteredOn(PciAddress.parse(TestingMachine.GPU)::equals)
                .hasSize(1);
        assertThat(node.unprepare(card)).isEmpty();
        // The files of the claim that is over go on a thread of their own.
        await().atMost(LONG).untilAsserted(this::assertAllBack);
    }

    @Test
    void whatAPodStillHasStaysAlthoughTheApiKnowsItsClaimNoMore() throws Exception {
        node.awaitPublished(GPU);
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        kubelet.has(claim, node.prepare(claim));
        sandbox.client().resource(claim).delete();
        loseLedger();

        Agent agent = node.start();

        assertThat(agent.ledger().holding(claim.getMetadata().getUid()))
                .hasValueSatisfying(holding -> assertThat(holding.stage()).isEqualTo(Stage.HELD));
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("vfio-pci");
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    /** A kubelet that misses a driver for a while removes its slices; then the files of the claim tell the drivers. */
    @Test
    void whoHasADeviceKeepsItAndTheHostGetsItBackWhenTheSlicesAreGoneWithTheLedger() throws Exception {
        node.awaitPublished(CARD, GPU);
        ResourceClaim card = node.claim("card", result("card", CARD));
        ResourceClaim late = node.claim("late", result("gpu", GPU));
        NodePrepareResourceResponse first = node.prepare(card);
        assertThat(first.getError()).isEmpty();
        loseLedger();
        sandbox.client()
                .resources(ResourceSlice.class)
                .withField("spec.nodeName", node.name)
                .delete();

        Agent agent = node.start();

        assertThat(agent.ledger().holding(card.getMetadata().getUid()))
                .hasValueSatisfying(holding -> assertThat(holding.stage()).isEqualTo(Stage.HELD));
        assertThat(node.prepare(card).getDevicesList()).isEqualTo(first.getDevicesList());
        assertThat(node.prepare(late).getError()).contains("0000:3b:00.0 is held by claim");
        assertThat(node.unprepare(card)).isEmpty();
        assertAllBack();
        assertThat(node.prepare(late).getError()).isEmpty();
    }

    @Test
    void theAddressOfAVirtualFunctionIsFoundAgainAndForgottenAtTheEnd() throws Exception {
        node.awaitPublished(VIRTUAL);
        ResourceClaim claim = node.claim(
                "nic",
                List.of(result("nic", VIRTUAL)),
                List.of(config(parameters("vlan", 7), "nic")),
                network("own", MAC));
        assertThat(node.prepare(claim).getError()).isEmpty();
        await().atMost(LONG)
                .until(() -> !sandbox.client()
                        .resource(claim)
                        .get()
                        .getStatus()
                        .getDevices()
                        .isEmpty());
        loseLedger();

        node.start();

        assertThat(node.prepare(claim).getError()).isEmpty();
        VfSettings settings = node.kernel.virtualFunction("eth0", 0);
        assertThat(settings.mac().orElseThrow()).hasToString(MAC);
        assertThat(settings.vlan()).hasValue(7);
        assertThat(node.unprepare(claim)).isEmpty();
        assertAllBack();
    }

    @Test
    void aClaimThatIsOverGoesBackWhenTheKubeletNamesItForNoPodAnyMore() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        ResourceClaim other = node.claim("other", result("nic", VIRTUAL));
        kubelet.has(claim, node.prepare(claim));
        assertThat(node.prepare(other).getError()).isEmpty();
        sandbox.client().resource(claim).delete();

        lookTwice();
        assertThat(node.driver(TestingMachine.GPU)).as("a pod has it").isEqualTo("vfio-pci");

        kubelet.hasNothing();
        await().atMost(LONG).untilAsserted(() -> {
            lookTwice();
            assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        });
        assertThat(node.driver(TestingMachine.VIRTUAL))
                .as("its claim is allocated")
                .isEqualTo("vfio-pci");
        assertThat(node.unprepare(claim)).isEmpty();
        assertThat(node.unprepare(other)).isEmpty();
        assertAllBack();
    }

    @Test
    void aClaimThatWasAllocatedOnAnotherNodeMeanwhileHoldsNothingHere() throws Exception {
        ResourceClaim claim = node.claim("gpu", result("gpu", GPU));
        assertThat(node.prepare(claim).getError()).isEmpty();
        status(claim, _ -> new ResourceClaimStatus());
        status(
                claim,
                status -> new ResourceClaimStatusBuilder(status)
                        .withNewAllocation()
                        .withNewDevices()
                        .addToResults(
                                result("gpu", GPU).edit().withPool("elsewhere").build())
                        .endDevices()
                        .endAllocation()
                        .build());

        await().atMost(LONG).untilAsserted(() -> {
            lookTwice();
            assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        });
    }

    /** Each change of the machine makes the agent look at everything; what is published tells that it has. */
    private void lookTwice() throws Exception {
        PciAddress other = PciAddress.parse(TestingMachine.OTHER_VIRTUAL);
        node.kernel.unplug(other);
        await().atMost(LONG).until(() -> !node.published().containsKey(OTHER_VIRTUAL));
        node.kernel.plug(other);
        node.awaitPublished(OTHER_VIRTUAL);
    }

    @Test
    void aNewNodeHasNothingToSayAboutItsLedger() {
        node.awaitPublished(GPU);
        assertThat(node.events("LedgerMissing")).isEmpty();
        assertThat(node.events("LedgerDamaged")).isEmpty();
    }

    @Test
    void aLedgerThatIsGoneIsSaidToBe() throws Exception {
        node.awaitPublished(GPU);
        ResourceClaim claim = node.claim("gpu", List.of(result("gpu", GPU)), List.of(), Map.of());
        assertThat(node.prepare(claim).getError()).isEmpty();
        node.kill();
        Files.delete(root.resolve("state/ledger"));

        Agent agent = node.start();

        assertThat(agent.ledger().holdingOf(PciAddress.parse(TestingMachine.GPU)))
                .isPresent();
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(node.events("LedgerMissing"))
                        .anySatisfy(message -> assertThat(message).contains("1 holdings were found again")));
    }
}
