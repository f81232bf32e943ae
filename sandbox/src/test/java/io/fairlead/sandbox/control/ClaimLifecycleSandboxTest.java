package io.fairlead.sandbox.control;

import static io.fairlead.sandbox.control.TestingCluster.devices;
import static io.fairlead.sandbox.control.TestingCluster.podWithClaim;
import static io.fairlead.sandbox.control.TestingCluster.podWithTemplate;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimLifecycleSandboxTest {
    private final TestingCluster cluster = new TestingCluster(1);

    @BeforeEach
    void devicesToAskFor() {
        cluster.createDeviceClass();
        cluster.createTemplate("one", 1);
        cluster.createTemplate("both", 2);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void aPodWithATemplateRunsWithAClaimOfItsOwn() {
        Pod created = cluster.create(podWithTemplate("vm", "one"));

        Pod running = cluster.awaitRunning("vm");

        ResourceClaim claim = cluster.claims().getFirst();
        assertThat(claim.getMetadata().getName()).matches("vm-gpu-[a-z0-9]{5}");
        assertThat(claim.getMetadata().getAnnotations()).containsEntry("resource.kubernetes.io/pod-claim-name", "gpu");
        assertThat(claim.getMetadata().getLabels()).containsEntry("made-from", "one");
        assertThat(claim.getMetadata().getFinalizers()).contains(Claims.FINALIZER);
        OwnerReference owner = claim.getMetadata().getOwnerReferences().getFirst();
        assertThat(owner.getUid()).isEqualTo(created.getMetadata().getUid());
        assertThat(owner.getController()).isTrue();
        assertThat(Claims.isReservedFor(claim, created)).isTrue();
        assertThat(devices(claim)).containsExactly("gpu-0");
        assertThat(running.getSpec().getNodeName()).isEqualTo("node-1");
        assertThat(running.getStatus().getResourceClaimStatuses().getFirst().getResourceClaimName())
                .isEqualTo(claim.getMetadata().getName());
        assertThat(running.getStatus().getPodIP()).startsWith("10.");
        assertThat(running.getStatus().getContainerStatuses().getFirst().getReady())
                .isTrue();
        cluster.awaitEvent("vm", "Scheduled", "Successfully assigned default/vm to node-1");
    }

    @Test
    void theClaimGoesWithItsPod() {
        cluster.create(podWithTemplate("vm", "one"));
        cluster.awaitRunning("vm");

        cluster.delete("vm");

        cluster.awaitGone("vm");
        cluster.awaitClaims(List::isEmpty);
    }

    @Test
    void ofTwoPodsThatWantTheSameDevicesOneWaitsUntilTheOtherIsGone() {
        cluster.create(podWithTemplate("a", "both"));
        cluster.create(podWithTemplate("b", "both"));
        String winner = firstRunning();
        String waiter = winner.equals("a") ? "b" : "a";
        Pod waiting = cluster.awaitPod(waiter, pod -> !scheduledCondition(pod).isEmpty());
        assertThat(scheduledCondition(waiting).getFirst().getStatus()).isEqualTo("False");
        cluster.awaitEvent(waiter, "FailedScheduling", "cannot allocate all claims");

        cluster.delete(winner);

        cluster.awaitRunning(waiter);
        cluster.awaitClaims(claims -> claims.size() == 1);
        assertThat(devices(cluster.claims().getFirst())).containsExactlyInAnyOrder("gpu-0", "gpu-1");
    }

    @Test
    void aSharedClaimIsFreeWhenItsLastPodIsGone() {
        cluster.createClaim("shared", 1);
        cluster.create(podWithClaim("a", "shared"));
        cluster.create(podWithClaim("b", "shared"));
        cluster.awaitRunning("a");
        cluster.awaitRunning("b");
        assertThat(Claims.consumersOf(cluster.claims().getFirst())).hasSize(2);

        cluster.delete("a");
        cluster.awaitClaims(claims -> Claims.consumersOf(claims.getFirst()).size() == 1);
        assertThat(devices(cluster.claims().getFirst())).hasSize(1);
        cluster.delete("b");

        cluster.awaitClaims(claims -> Claims.allocationOf(claims.getFirst()).isEmpty()
                && Claims.consumersOf(claims.getFirst()).isEmpty()
                && !claims.getFirst().getMetadata().getFinalizers().contains(Claims.FINALIZER));
    }

    @Test
    void aClaimInUseOutlivesItsDeletionUntilThePodIsGone() {
        cluster.createClaim("shared", 1);
        cluster.create(podWithClaim("a", "shared"));
        cluster.awaitRunning("a");

        cluster.client
                .resources(ResourceClaim.class)
                .inNamespace("default")
                .withName("shared")
                .delete();
        assertThat(cluster.claims().getFirst().getMetadata().getDeletionTimestamp())
                .isNotNull();
        cluster.delete("a");

        cluster.awaitClaims(List::isEmpty);
    }

    @Test
    void aFinishedPodGivesItsClaimBackThoughItStays() {
        cluster.create(podWithTemplate("job", "both")
                .editMetadata()
                .addToAnnotations("sandbox.fairlead.io/exit-after-seconds", "0")
                .endMetadata()
                .editSpec()
                .withRestartPolicy("Never")
                .endSpec());

        cluster.awaitPod("job", pod -> "Succeeded".equals(pod.getStatus().getPhase()));

        cluster.awaitClaims(List::isEmpty);
        cluster.create(podWithTemplate("next", "both"));
        cluster.awaitRunning("next");
    }

    @Test
    void aPodWhoseTemplateComesLaterRunsThen() {
        cluster.create(podWithTemplate("early", "late"));
        cluster.awaitEvent("early", "FailedResourceClaimCreation", "\"late\" not found");

        cluster.createTemplate("late", 1);

        cluster.awaitRunning("early");
    }

    @Test
    void aClaimThatWasDeletedByMistakeIsMadeAgain() {
        cluster.create(podWithTemplate("vm", "both")
                .editSpec()
                .addToNodeSelector("not", "there")
                .endSpec());
        cluster.awaitClaims(claims -> claims.size() == 1);
        String first = cluster.claims().getFirst().getMetadata().getUid();

        cluster.client.resources(ResourceClaim.class).inNamespace("default").delete();

        cluster.awaitClaims(claims ->
                claims.size() == 1 && !claims.getFirst().getMetadata().getUid().equals(first));
    }

    private String firstRunning() {
        cluster.awaitClaims(
                claims -> claims.stream().anyMatch(claim -> !devices(claim).isEmpty()));
        String winner = cluster.claims().stream()
                .filter(claim -> !devices(claim).isEmpty())
                .findFirst()
                .orElseThrow()
                .getMetadata()
                .getOwnerReferences()
                .getFirst()
                .getName();
        cluster.awaitRunning(winner);
        return winner;
    }

    private static List<PodCondition> scheduledCondition(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .toList();
    }
}
