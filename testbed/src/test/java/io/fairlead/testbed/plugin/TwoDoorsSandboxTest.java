package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.simulated.SimulatedKernel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices change from one door to the other while the agent runs, and what somebody has stays where it is. */
@Tag("long")
class TwoDoorsSandboxTest {
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String ONE = "0000:01:00.0";
    private static final String TWO = "0000:02:00.0";
    private static final OfferRules GPUS = OfferRules.parse("offers: [{match: {vendors: ['10de']}}]");

    @TempDir
    private Path folder;

    private final SimulatedKernel kernel = new Cards().gpu(ONE, 1).gpu(TWO, 2).kernel();
    private final AtomicReference<OfferRules> rules = new AtomicReference<>(GPUS);
    private ClaimCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new ClaimCluster("janus", kernel, folder, rules::get);
        cluster.awaitDevices(2);
        awaitPublished(ONE, TWO);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void aClaimTakesADeviceFromTheOtherDoorAndGivesItBackWhenItGoes() throws Exception {
        cluster.create(cluster.claim(ONE, ""));
        cluster.awaitClaim(ONE, "Ready");
        awaitPublished(TWO);
        cluster.awaitAllocatable(GPU, 1);
        assertThat(List.of(door(ONE), door(TWO))).containsExactly(Door.PLUGIN, Door.DRA);

        cluster.delete(ONE);
        awaitPublished(ONE, TWO);
        cluster.awaitAllocatable(GPU, 0);
        assertThat(door(ONE)).isEqualTo(Door.DRA);
        assertThat(new Sysfs(kernel.root()).driver(PciAddress.parse(ONE))).contains("nouveau");
    }

    @Test
    void whatAClaimOfTheOtherDoorHasComesWhenThatIsOver() {
        cluster.create("""
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu}
                spec: {selectors: [{cel: {expression: "device.driver == 'pci.fairlead.io'"}}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: both, namespace: default}
                spec: {spec: {devices: {requests: [{name: gpus, exactly: {deviceClassName: gpu, count: 2}}]}}}
                """);
        cluster.run(cluster.pod("first", "claims: [{name: gpus}]", "[{name: gpus, resourceClaimTemplateName: both}]"));

        cluster.create(cluster.claim(ONE, ""));
        cluster.awaitClaim(ONE, "Waiting", "was given one of them");
        assertThat(door(ONE)).isEqualTo(Door.DRA);
        assertThat(cluster.agent().ledger().holdingOf(PciAddress.parse(ONE))).isPresent();

        cluster.client().pods().inNamespace("default").withName("first").delete();
        cluster.awaitClaim(ONE, "Ready");
        awaitPublished(TWO);
        assertThat(door(ONE)).isEqualTo(Door.PLUGIN);
        assertThat(cluster.run(cluster.pod("second", "limits: {%s: 1}".formatted(GPU), "[]"))
                        .env())
                .containsValue(ONE);
    }

    @Test
    void aRuleThatComesOrGoesMovesWhatNobodyHas() {
        rules.set(OfferRules.none());
        awaitPublished();
        cluster.create(cluster.claim(ONE, ""));
        cluster.awaitClaim(ONE, "Ready");
        cluster.awaitAllocatable(GPU, 1);
        cluster.run(cluster.pod("vm", "limits: {%s: 1}".formatted(GPU), "[]"));

        rules.set(GPUS);
        awaitPublished(TWO);
        assertThat(door(ONE)).isEqualTo(Door.PLUGIN);
        cluster.delete(ONE);
        cluster.awaitClaim(ONE, "InUse", "pod default/vm");
        awaitPublished(TWO);

        cluster.client().pods().inNamespace("default").withName("vm").delete();
        awaitPublished(ONE, TWO);
        rules.set(OfferRules.none());
        awaitPublished();
        await().atMost(ClaimCluster.LONG)
                .until(() -> cluster.agent().ledger().doors().isEmpty()
                        && cluster.agent().ledger().holdings().isEmpty());
    }

    private Door door(String address) {
        return cluster.agent().ledger().door(PciAddress.parse(address));
    }

    private void awaitPublished(String... addresses) {
        List<String> names = List.of(addresses).stream()
                .map(address -> "pci-" + address.replaceAll("[:.]", "-"))
                .toList();
        await().atMost(ClaimCluster.LONG)
                .untilAsserted(
                        () -> assertThat(cluster.client().resources(ResourceSlice.class).list().getItems().stream()
                                        .flatMap(slice -> slice.getSpec().getDevices().stream())
                                        .map(Device::getName))
                                .containsExactlyInAnyOrderElementsOf(names));
    }
}
