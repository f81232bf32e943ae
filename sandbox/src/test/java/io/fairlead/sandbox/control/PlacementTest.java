package io.fairlead.sandbox.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fairlead.allocation.Allocator;
import io.fairlead.allocation.Cluster;
import io.fairlead.allocation.Features;
import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.node.SimulatedDriver;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlacementTest {
    private static final DeviceClass CLASS = TestingCluster.deviceClass();

    @Test
    void ofTwoNodesTheEmptierIsTaken() {
        Pod other = pod("other").build();
        ClusterState state = state(Map.of("a", List.of(other)), List.of(), node("a"), node("b"));

        assertThat(Placement.of(pod("new").build(), state))
                .isInstanceOfSatisfying(
                        Placement.Fits.class,
                        fits -> assertThat(fits.node().getMetadata().getName()).isEqualTo("b"));
    }

    @Test
    void everyNodesReasonIsCountedAndSorted() {
        Node small = new NodeBuilder(node("small"))
                .editStatus()
                .addToAllocatable("cpu", new Quantity("1"))
                .endStatus()
                .build();
        Node cordoned = new NodeBuilder(node("cordoned"))
                .editSpec()
                .withUnschedulable(true)
                .endSpec()
                .build();
        Pod pod = pod("big")
                .editSpec()
                .editFirstContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("3"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();

        assertThat(Placement.of(pod, state(Map.of(), List.of(), small, node("other"), cordoned)))
                .isEqualTo(new Placement.Refused(
                        "0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu."));
    }

    @Test
    void withoutNodesThatIsWhatIsSaid() {
        assertThat(Placement.of(pod("lonely").build(), state(Map.of(), List.of())))
                .isEqualTo(new Placement.Refused("0/0 nodes are available: no nodes are registered."));
    }

    @Test
    void aClaimNotYetMadeIsWaitedFor() {
        Pod pod = TestingCluster.podWithTemplate("vm", "one").build();

        assertThat(Placement.of(pod, state(Map.of(), List.of(), node("a"))))
                .isEqualTo(new Placement.Waits(
                        "waiting for the ResourceClaim of \"gpu\" to be made from template \"one\""));
    }

    @Test
    void onlyClaimsWithoutAnAllocationGetOne() {
        ResourceClaim open = claim("open").build();
        ResourceClaim allocated = allocatedOn("a");
        Pod pod = wanting("open", "allocated");

        assertThat(Placement.of(pod, state(Map.of(), List.of(open, allocated), node("a"))))
                .isInstanceOfSatisfying(Placement.Fits.class, fits -> {
                    assertThat(fits.claims()).containsExactly(open, allocated);
                    assertThat(fits.allocations()).containsOnlyKeys("open");
                });
    }

    @Test
    void anAllocatedClaimBindsThePodToItsNode() {
        assertThat(Placement.of(wanting("allocated"), state(Map.of(), List.of(allocatedOn("b")), node("a"))))
                .isEqualTo(
                        new Placement.Refused("0/1 nodes are available: 1 resourceclaim not available on the node."));
        assertThat(Placement.of(wanting("allocated"), state(Map.of(), List.of(allocatedOn("b")), node("a"), node("b"))))
                .isInstanceOfSatisfying(
                        Placement.Fits.class, fits -> assertThat(fits.node()).isEqualTo(node("b")));
    }

    @Test
    void twoClaimsForTheOnlyDeviceFitNowhere() {
        List<ResourceClaim> claims =
                List.of(claim("first").build(), claim("second").build());

        assertThat(Placement.of(wanting("first", "second"), state(Map.of(), claims, node("a"), node("b"))))
                .isEqualTo(new Placement.Refused("0/2 nodes are available: 2 cannot allocate all claims."));
    }

    @Test
    void anAffinityThatMakesNoSenseIsSaidNotThrown() {
        Pod pod = NodeFitTest.affine("zone", "Sideways", "a");

        assertThat(Placement.of(pod, state(Map.of(), List.of(), node("a"))))
                .isInstanceOfSatisfying(
                        Placement.Refused.class,
                        refused -> assertThat(refused.message()).contains("zone", "Sideways"));
    }

    @Test
    void aClaimThatIsBeingDeletedIsNotGivenOut() {
        ResourceClaim leaving = claim("leaving")
                .editMetadata()
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .build();

        assertThat(Placement.of(wanting("leaving"), state(Map.of(), List.of(leaving), node("a"))))
                .isEqualTo(
                        new Placement.Refused("0/1 nodes are available: resourceclaim \"leaving\" is being deleted."));
    }

    private static ClusterState state(Map<String, List<Pod>> pods, List<ResourceClaim> claims, Node... nodes) {
        return new ClusterState(
                Arrays.asList(nodes),
                pods,
                claims.stream().collect(Collectors.toMap(Key::of, claim -> claim)),
                new Allocator(new Cluster(
                        Features.DEFAULT,
                        List.of(CLASS),
                        Arrays.stream(nodes).map(PlacementTest::oneDevice).toList(),
                        List.of())));
    }

    private static Pod wanting(String... claims) {
        PodBuilder pod = pod("vm");
        for (String claim : claims) {
            pod = pod.editSpec()
                    .addNewResourceClaim()
                    .withName(claim)
                    .withResourceClaimName(claim)
                    .endResourceClaim()
                    .endSpec();
        }
        return pod.build();
    }

    private static ResourceClaim allocatedOn(String node) {
        return claim("allocated")
                .withNewStatus()
                .withNewAllocation()
                .withNodeSelector(new NodeSelectorBuilder()
                        .addNewNodeSelectorTerm()
                        .addNewMatchField()
                        .withKey("metadata.name")
                        .withOperator("In")
                        .withValues(node)
                        .endMatchField()
                        .endNodeSelectorTerm()
                        .build())
                .endAllocation()
                .endStatus()
                .build();
    }

    private static ResourceClaimBuilder claim(String name) {
        return new ResourceClaimBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withSpec(TestingCluster.asking(1));
    }

    private static ResourceSlice oneDevice(Node node) {
        return new ResourceSliceBuilder()
                .withNewMetadata()
                .withName("slice-" + node.getMetadata().getName())
                .endMetadata()
                .withNewSpec()
                .withDriver(SimulatedDriver.NAME)
                .withNodeName(node.getMetadata().getName())
                .withNewPool(1L, node.getMetadata().getName(), 1L)
                .addNewDevice()
                .withName("gpu-0")
                .endDevice()
                .endSpec()
                .build();
    }

    private static PodBuilder pod(String name) {
        return TestingCluster.pod(name).editMetadata().withUid("uid-" + name).endMetadata();
    }

    private static Node node(String name) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withAllocatable(Map.of("cpu", new Quantity("2"), "pods", new Quantity("10")))
                .endStatus()
                .build();
    }
}
