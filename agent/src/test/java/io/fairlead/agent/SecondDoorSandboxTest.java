package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole agent in a cluster that knows Harvester's objects. */
class SecondDoorSandboxTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final PciAddress GPU = PciAddress.parse("0000:3b:00.0");

    @Test
    void aClaimTakesItsDeviceThroughTheDevicePlugins(@TempDir Path root) throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
                TestingNode node = new TestingNode("janus", root, sandbox.client())) {
            KubernetesClient client = sandbox.client();
            for (String kind : List.of("pcidevices", "pcideviceclaims", "sriovnetworkdevices")) {
                client.load(Objects.requireNonNull(PciDevice.class.getResourceAsStream(
                                "/crds/%s.devices.harvesterhci.io-v1.yml".formatted(kind))))
                        .create();
            }
            await().atMost(PATIENCE).until(() -> client.supports(PciDeviceClaim.class));
            node.rules = OfferRules.none();
            Agent agent = node.start();
            await().atMost(PATIENCE)
                    .until(() -> client.resources(PciDevice.class)
                                    .withName("janus-00003b000")
                                    .get()
                            != null);

            PciDeviceClaim claim = new PciDeviceClaim();
            claim.setMetadata(
                    new ObjectMetaBuilder().withName("janus-00003b000").build());
            claim.setSpec(new PciDeviceClaimSpec(GPU.toString(), "janus", "admin", null, Map.of()));
            client.resource(claim).create();

            await().atMost(PATIENCE)
                    .until(() -> new Sysfs(node.kernel.root())
                            .driver(GPU)
                            .filter("vfio-pci"::equals)
                            .isPresent());
            await().atMost(PATIENCE).until(() -> agent.ledger().holdingOf(GPU).isPresent());
            assertThat(agent.ledger().door(GPU)).isEqualTo(Door.PLUGIN);
            await().atMost(PATIENCE)
                    .until(() -> client.resources(PciDeviceClaim.class)
                                    .withName("janus-00003b000")
                                    .get()
                                    .getStatus()
                            != null);
        }
    }
}
