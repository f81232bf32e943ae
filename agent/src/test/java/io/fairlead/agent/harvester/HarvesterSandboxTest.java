package io.fairlead.agent.harvester;

import static io.fairlead.agent.harvester.HarvesterCluster.FIRST;
import static io.fairlead.agent.harvester.HarvesterCluster.PATIENCE;
import static io.fairlead.agent.harvester.HarvesterCluster.PHYSICAL;
import static io.fairlead.agent.harvester.HarvesterCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.host.kernel.Kernel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Devices and claims, as Harvester's users see them. */
class HarvesterSandboxTest extends OnHarvesterCluster {
    @Test
    void aClaimTakesTheDeviceAndItsDeletionGivesItBack() throws Exception {
        cluster.claim(cluster.one, FIRST, false);

        PciDeviceClaim ready = cluster.awaitClaim(cluster.one, FIRST, "Ready");
        assertThat(ready.getStatus().passthroughEnabled()).isTrue();
        assertThat(ready.getStatus().kernelDriverToUnbind()).isEqualTo("e1000e");
        cluster.awaitDevice(
                cluster.one,
                SECOND,
                device -> "vfio-pci".equals(device.getStatus().kernelDriverInUse()));
        await().atMost(PATIENCE).until(() -> cluster.permitted().size() == 1);
        assertThat(cluster.permitted().getFirst().pciVendorSelector()).isEqualTo("8086:10d3");
        assertThat(cluster.permitted().getFirst().externalResourceProvider()).isTrue();

        cluster.unclaim(cluster.one, FIRST);
        assertThat(cluster.one.sysfs.driver(FIRST)).contains("e1000e");
        assertThat(cluster.one.sysfs.driver(SECOND)).contains("e1000e");
        await().atMost(PATIENCE).until(() -> cluster.permitted().isEmpty());
        assertThat(cluster.event(cluster.one.name(FIRST), "Released")).isTrue();
    }

    @Test
    void defect11OnlyTheClaimsNodeHasAnythingToDoWithIt() throws Exception {
        cluster.claim(cluster.one, FIRST, false);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        cluster.unclaim(cluster.one, FIRST);

        assertThat(cluster.other.plugins.wanted().claims()).isEmpty();
        assertThat(cluster.other.sysfs.driver(FIRST)).contains("e1000e");
        assertThat(cluster.client.v1().events().inNamespace("default").list().getItems())
                .filteredOn(event -> event.getInvolvedObject().getName().equals(cluster.one.name(FIRST)))
                .allSatisfy(event -> assertThat(event.getSource().getHost()).isEqualTo(cluster.one.node));
    }

    @Test
    void aClaimForANodeThatIsNotThereIsToldSoByOneAgent() {
        PciDeviceClaim claim = new PciDeviceClaim();
        claim.setMetadata(new ObjectMetaBuilder().withName("mars-000002000").build());
        claim.setSpec(new PciDeviceClaimSpec("0000:02:00.0", "mars", "admin", null, Map.of()));
        cluster.client.resource(claim).create();

        await().atMost(PATIENCE)
                .until(() -> String.valueOf(cluster.client
                                .resources(PciDeviceClaim.class)
                                .withName("mars-000002000")
                                .get()
                                .getStatus())
                        .contains("there is no node \"mars\""));
        await().atMost(PATIENCE).until(() -> cluster.event("mars-000002000", "NoSuchNode"));
    }

    @Test
    void defect2TheSiblingComesAlongWhateverAMachineAsksFor() throws Exception {
        cluster.claim(cluster.one, FIRST, false);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        assertThat(cluster.one.sysfs.driver(SECOND)).contains("vfio-pci");
    }

    @Test
    void defect3AClaimThatComesBackIsReadyAgain() throws Exception {
        for (int round = 0; round < 3; round++) {
            cluster.claim(cluster.one, FIRST, false);
            cluster.awaitClaim(cluster.one, FIRST, "Ready");
            cluster.unclaim(cluster.one, FIRST);
        }
        assertThat(cluster.one.sysfs.driver(FIRST)).contains("e1000e");
    }

    @Test
    void defect12AClaimThatWentWhileTheAgentWasAwayGetsItsDriverBack() throws Exception {
        cluster.claim(cluster.one, FIRST, false);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        cluster.one.stop();
        cluster.delete(cluster.one, FIRST);
        cluster.one.restart();

        cluster.awaitGone(cluster.one, FIRST);
        assertThat(cluster.one.sysfs.driver(FIRST)).contains("e1000e");
    }

    @Test
    void aClaimWhoseMachineRunsIsNotForgotten() throws Exception {
        cluster.claim(cluster.one, FIRST, false);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        try (Kernel.Watch _ = cluster.one.kernel.open(
                "dev/vfio/" + cluster.one.sysfs.group(FIRST).orElseThrow())) {
            cluster.delete(cluster.one, FIRST);

            PciDeviceClaim waiting = cluster.awaitClaim(cluster.one, FIRST, "InUse");
            assertThat(String.valueOf(waiting.getStatus().more())).contains("has /dev/vfio/");
        }
        cluster.awaitGone(cluster.one, FIRST);
    }

    @Test
    void aDeviceThatVanishesKeepsItsClaimAndIsTakenAgainWhenItIsBack() throws Exception {
        cluster.claim(cluster.one, FIRST, false);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        cluster.one.kernel.unplug(FIRST);
        cluster.one.kernel.unplug(SECOND);
        cluster.awaitClaim(cluster.one, FIRST, "NoSuchDevice");
        cluster.awaitNoDevice(cluster.one, SECOND);
        cluster.one.kernel.plug(FIRST, SECOND);

        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        cluster.awaitDevice(cluster.one, SECOND, device -> device.getStatus() != null);
    }

    @Test
    void aClaimBelongsToItsDevice() throws Exception {
        cluster.claim(cluster.one, FIRST, false);
        assertThat(cluster.awaitClaim(cluster.one, FIRST, "Ready").getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> {
                    assertThat(owner.getKind()).isEqualTo("PCIDevice");
                    assertThat(owner.getUid())
                            .isEqualTo(cluster.awaitDevice(cluster.one, FIRST, _ -> true)
                                    .getMetadata()
                                    .getUid());
                });
    }

    @Test
    void junkInAnAnnotationIsSaidAtTheClaimAndHurtsNobodyElse() throws Exception {
        cluster.annotate(cluster.one, FIRST, "no resource name");
        cluster.claim(cluster.one, FIRST, false);
        cluster.claim(cluster.one, PHYSICAL, false);
        cluster.awaitClaim(cluster.one, FIRST, "BadResourceName");
        cluster.awaitClaim(cluster.one, PHYSICAL, "Ready");

        cluster.annotate(cluster.one, FIRST, "example.com/mine");
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        await().atMost(PATIENCE)
                .until(() -> cluster.permitted().stream()
                        .anyMatch(entry -> "example.com/mine".equals(entry.resourceName())));
    }

    @Test
    void aNodeThatIsDeletedLeavesNothingBehind() throws Exception {
        cluster.claim(cluster.one, FIRST, false);
        cluster.awaitClaim(cluster.one, FIRST, "Ready");
        cluster.one.stop();
        cluster.client.nodes().withName(cluster.one.node).delete();

        cluster.awaitGone(cluster.one, FIRST);
        cluster.awaitNoDevice(cluster.one, SECOND);
    }
}
