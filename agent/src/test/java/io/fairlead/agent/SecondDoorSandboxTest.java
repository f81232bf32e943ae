package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.kernel.Binding;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.simulated.SampleMachine;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole agent in a cluster that knows Harvester's objects. */
@Tag("long")
class SecondDoorSandboxTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
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

    /** The claims went with their definitions while no agent ran; one had just been begun. */
    @Test
    void whatWasTakenForClaimsGoesBackInAClusterThatHasNoneAnyMore(@TempDir Path root) throws Exception {
        SimulatedKernel kernel = SimulatedKernel.of(SampleMachine.tree(), Duration.ofMinutes(1));
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0))) {
            SimulatedNode node = sandbox.addNode(NodeOptions.in(root.resolve("n"), 1));
            AgentOptions options = AgentOptions.of(node.name(), sandbox.client(), kernel)
                    .withKubelet(KubeletFolder.at(node.kubeletRoot()))
                    .withFolders(node.cdi(), Path.of("/dev"), root.resolve("state"))
                    .withTimes(Duration.ofSeconds(1), Duration.ZERO);
            String boot = new Sysfs(kernel.root())
                    .text("proc/sys/kernel/random/boot_id")
                    .orElse("unknown");
            try (Ledger ledger = Ledger.open(options.files(), options.state(), boot)) {
                ledger.change(state -> state.offer(List.of(GPU), Door.PLUGIN));
                ledger.change(state -> state.take(Holding.forPlugin(
                        "nvidia.com/gpu",
                        List.of(new TakenFunction(GPU, new PciId(0x10de, 0x2331), "nouveau", null)))));
            }
            new Binding(kernel).toVfio(List.of(GPU));

            try (Agent agent = Agent.start(options)) {
                await().atMost(PATIENCE).until(() -> agent.ledger().holdings().isEmpty());
                assertThat(new Sysfs(kernel.root()).driver(GPU)).hasValue("nouveau");
                await().atMost(PATIENCE).until(() -> agent.ledger().door(GPU) == Door.NONE);
            }
        }
    }
}
