package io.fairlead.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.wire.health.v1alpha1.HealthStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraKubeletSandboxTest {
    private static final String CARDS = "cards.example.com";
    private static final String OTHERS = "others.example.com";

    @TempDir
    private Path folder;

    private NodeTestKit kit;
    private ScriptedDriver cards;

    @BeforeEach
    void aNodeWithADriver() throws IOException {
        kit = new NodeTestKit(folder, KubeletPeriods.standard());
        kit.deviceClass(CARDS);
        cards = kit.driver(CARDS, "v1.DRAPlugin", "v1beta1.DRAPlugin", "v1alpha1.DRAResourceHealth");
        cards.publish(kit.client, 4);
    }

    @AfterEach
    void stop() {
        cards.close();
        kit.close();
    }

    @Test
    void aContainerSeesWhatTheDriverHasPreparedForItsClaim() {
        String uid = kit.claim("one", CARDS).getMetadata().getUid();

        Pod pod = kit.podWithClaims("vm", "one");
        kit.awaitPhase("vm", "Running");

        assertThat(cards.prepares).containsExactly(List.of(uid));
        ContainerView view = kit.node.container(pod, "main").orElseThrow();
        assertThat(view.env()).containsEntry("CARD", "one");
        assertThat(view.devices()).containsExactly(new ContainerView.DeviceNode("/dev/card", "/dev/null", "rwm"));
        assertThat(view.mounts()).containsExactly(new ContainerView.Mount("/card.json", "/etc/hosts", true));

        kit.delete("vm");
        kit.awaitGone("vm");
        assertThat(cards.unprepares).containsExactly(List.of(uid));
        assertThat(kit.node.claims()).isEmpty();
        assertThat(kit.node.container(pod, "main")).isEmpty();
    }

    @Test
    void aDriverIsCalledOnceForAllClaimsOfAPodAndEachDriverAlone() throws IOException {
        kit.deviceClass(OTHERS);
        try (ScriptedDriver others = kit.driver(OTHERS, "v1beta1.DRAPlugin")) {
            others.publish(kit.client, 1);
            String first = kit.claim("first", CARDS).getMetadata().getUid();
            String second = kit.claim("second", CARDS, OTHERS).getMetadata().getUid();

            kit.podWithClaims("vm", "first", "second");
            kit.awaitPhase("vm", "Running");

            assertThat(cards.prepares).containsExactly(List.of(first, second));
            assertThat(others.prepares).containsExactly(List.of("by v1beta1"), List.of(second));
        }
    }

    @Test
    void aFailureIsToldAndTriedAgainAndNothingIsTakenBackMeanwhile() {
        kit.claim("one", CARDS);
        cards.prepareError = _ -> "the card is on fire";
        kit.podWithClaims("vm", "one");
        kit.awaitEvent(
                "vm",
                "FailedPrepareDynamicResources",
                "Failed to prepare dynamic resources: prepare dynamic resources: NodePrepareResources failed for ResourceClaim one: the card is on fire");
        assertThat(cards.unprepares).isEmpty();

        cards.prepareError = _ -> "";

        kit.awaitPhase("vm", "Running");
    }

    @Test
    void aSharedClaimIsPreparedForItsFirstPodAndGivenUpForItsLast() {
        String uid = kit.claim("shared", CARDS).getMetadata().getUid();
        kit.podWithClaims("a", "shared");
        kit.awaitPhase("a", "Running");
        kit.podWithClaims("b", "shared");
        kit.awaitPhase("b", "Running");
        assertThat(cards.prepares).containsExactly(List.of(uid));

        kit.delete("a");
        kit.awaitGone("a");
        assertThat(cards.unprepares).isEmpty();
        kit.delete("b");
        kit.awaitGone("b");

        assertThat(cards.unprepares).containsExactly(List.of(uid));
    }

    @Test
    void aPodStaysUntilItsClaimIsGivenUp() {
        kit.claim("one", CARDS);
        kit.podWithClaims("vm", "one");
        kit.awaitPhase("vm", "Running");
        cards.unprepareError = _ -> "still in use";

        kit.delete("vm");
        kit.eventually(() -> cards.unprepares.size() > 2);
        assertThat(kit.current("vm").getMetadata().getDeletionTimestamp()).isNotNull();
        cards.unprepareError = _ -> "";

        kit.awaitGone("vm");
    }

    @Test
    void aPodThatIsRemovedLateDoesNotTakeTheNextOfItsNameAlong() {
        kit.claim("one", CARDS);
        kit.podWithClaims("vm", "one");
        kit.awaitPhase("vm", "Running");
        // The first such request is the test's, the second the kubelet's.
        kit.sandbox
                .server()
                .faults()
                .on("delete", "pods")
                .named("vm")
                .skip(1)
                .times(1)
                .delay(Duration.ofSeconds(2));
        kit.delete("vm");
        kit.eventually(() -> !cards.unprepares.isEmpty());

        kit.client.raw("/api/v1/namespaces/default/pods?gracePeriodSeconds=0", "DELETE", null);
        kit.awaitGone("vm");
        kit.podWithClaims("vm");

        // The kubelet does one thing with a name at a time: when this one runs, the other is done with.
        kit.awaitPhase("vm", "Running");
    }

    @Test
    void aPodThatVanishedWhileTheKubeletWasDeadGivesItsClaimBackAfterTheRestart() {
        String uid = kit.claim("one", CARDS).getMetadata().getUid();
        Pod pod = kit.podWithClaims("vm", "one");
        kit.awaitPhase("vm", "Running");

        kit.node.kill();
        kit.forceDelete("vm");
        assertThat(kit.node.container(pod, "main")).isPresent();
        kit.eventually(
                () -> kit.client.pods().inNamespace("default").list().getItems().isEmpty());
        kit.node.restart();

        kit.eventually(() -> cards.unprepares.contains(List.of(uid)));
        kit.eventually(() -> kit.node.claims().isEmpty());
        assertThat(kit.node.container(pod, "main")).isEmpty();
    }

    @Test
    void aRestartedKubeletWipesTheSlicesTakesTheDriverAgainAndLeavesRunningPodsAlone() {
        kit.claim("one", CARDS);
        Pod pod = kit.podWithClaims("vm", "one");
        kit.awaitPhase("vm", "Running");

        kit.node.restart();

        assertThat(kit.slices()).isEmpty();
        kit.eventually(() -> cards.registrations.size() == 2);
        assertThat(kit.node.container(pod, "main")).isPresent();
        assertThat(cards.prepares).hasSize(1);
        assertThat(kit.node.claims()).singleElement().satisfies(claim -> {
            assertThat(claim.name()).isEqualTo("one");
            assertThat(claim.devices().get(CARDS)).hasSize(1);
        });
    }

    @Test
    void aPreparedClaimOfAPodThatDoesNotRunYetIsPreparedAgainAfterARestart() {
        String one = kit.claim("one", CARDS).getMetadata().getUid();
        cards.prepareError = _ -> "not yet";
        kit.podWithClaims("vm", "one");
        kit.eventually(() -> !cards.prepares.isEmpty());

        kit.node.restart();
        cards.prepareError = _ -> "";

        kit.awaitPhase("vm", "Running");
        assertThat(cards.prepares).contains(List.of(one));
    }

    @Test
    void aDriverOfUnknownVersionsIsRefusedWithTheReason() throws IOException {
        try (ScriptedDriver old = kit.driver(OTHERS, "v1alpha4.Node")) {
            assertThat(old.registrations.getFirst().getPluginRegistered()).isFalse();
            assertThat(old.registrations.getFirst().getError())
                    .contains("none of services supported by the plugin", "v1alpha4.Node");
            assertThat(kit.node.drivers()).doesNotContain(OTHERS);
        }
    }

    @Test
    void aPodShowsTheHealthOfItsDevicesAsItChanges() {
        kit.claim("one", CARDS);
        kit.podWithClaims("vm", "one");
        kit.awaitPhase("vm", "Running");
        kit.eventually(() -> !cards.healthStreams.isEmpty());

        cards.report("card-0", HealthStatus.UNHEALTHY, "too hot");
        kit.eventually(() -> healthOf("vm").equals("Unhealthy"));
        cards.report("card-0", HealthStatus.HEALTHY, "");

        kit.eventually(() -> healthOf("vm").equals("Healthy"));
    }

    private String healthOf(String pod) {
        return kit.current(pod).getStatus().getContainerStatuses().getFirst().getAllocatedResourcesStatus().stream()
                .filter(status -> status.getName().equals("claim:one"))
                .map(status -> status.getResources().getFirst().getHealth())
                .findFirst()
                .orElse("");
    }
}
