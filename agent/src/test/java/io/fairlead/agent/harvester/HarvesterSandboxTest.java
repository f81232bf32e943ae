package io.fairlead.agent.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.harvester.PciDeviceClaimSpec;
import io.fairlead.api.harvester.SriovNetworkDevice;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.PciHostDevice;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.CapturedHosts;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.PciNames;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes of the same kind, as Harvester's users see them. */
class HarvesterSandboxTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final PciAddress FIRST = PciAddress.parse("0000:02:00.0");
    private static final PciAddress SECOND = PciAddress.parse("0000:02:00.1");
    private static final PciAddress PHYSICAL = PciAddress.parse("0000:01:00.0");

    private static final List<String> DEFINITIONS = List.of(
            "kubevirts.kubevirt.io",
            "pcidevices.devices.harvesterhci.io",
            "pcideviceclaims.devices.harvesterhci.io",
            "sriovnetworkdevices.devices.harvesterhci.io");

    private final Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(2));
    private final KubernetesClient client = sandbox.client();
    private final FunctionNames names = new FunctionNames(PciNames.excerpt());
    private final List<AutoCloseable> open = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Agent one;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Agent other;

    /** What a node has of this part of the agent. */
    private final class Agent {
        final String node;
        final SimulatedKernel kernel;
        final TestingPlugins plugins;
        final Sysfs sysfs;
        private final Ledger ledger;
        private Harvester harvester;

        Agent(String node) throws Exception {
            this.node = node;
            kernel = SimulatedKernel.of(CapturedHosts.LAB.tree());
            kernel.reboot();
            plugins = new TestingPlugins(kernel, names);
            sysfs = new Sysfs(kernel.root());
            ledger = Ledger.open(new DurableFiles(), folder.resolve(node), "boot");
            harvester = start();
        }

        private Harvester start() {
            return Harvester.start(
                    new HarvesterOptions(
                            node,
                            kernel,
                            ledger,
                            client,
                            names,
                            InstantSource.system(),
                            Duration.ofMillis(500),
                            new ReconcileMetrics(new PrometheusRegistry())),
                    plugins);
        }

        void stop() {
            harvester.close();
        }

        void restart() {
            harvester = start();
        }

        String name(PciAddress address) {
            return node + "-" + address.toString().replace(":", "").replace(".", "");
        }
    }

    @BeforeEach
    void startBoth() throws Exception {
        for (String definition : DEFINITIONS) {
            client.load(Objects.requireNonNull(PciDevice.class.getResourceAsStream("/crds/" + definition + "-v1.yml")))
                    .create();
        }
        await().atMost(PATIENCE)
                .until(() -> client.supports(KubeVirt.class)
                        && client.supports(PciDevice.class)
                        && client.supports(PciDeviceClaim.class)
                        && client.supports(SriovNetworkDevice.class));
        List<String> nodes = client.nodes().list().getItems().stream()
                .map(node -> node.getMetadata().getName())
                .sorted()
                .toList();
        KubeVirt kubeVirt = new KubeVirt();
        kubeVirt.setMetadata(new ObjectMetaBuilder()
                .withNamespace("default")
                .withName("kubevirt")
                .build());
        client.resource(kubeVirt).create();
        one = new Agent(nodes.getFirst());
        other = new Agent(nodes.getLast());
        awaitDevice(one, FIRST, device -> device.getStatus() != null);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable resource : open.reversed()) {
            resource.close();
        }
        one.stop();
        other.stop();
        one.ledger.close();
        other.ledger.close();
        sandbox.close();
    }

    @Test
    void aClaimTakesTheDeviceAndItsDeletionGivesItBack() throws Exception {
        claim(one, FIRST, false);

        PciDeviceClaim ready = awaitClaim(one, FIRST, "Ready");
        assertThat(ready.getStatus().passthroughEnabled()).isTrue();
        assertThat(ready.getStatus().kernelDriverToUnbind()).isEqualTo("e1000e");
        awaitDevice(one, SECOND, device -> "vfio-pci".equals(device.getStatus().kernelDriverInUse()));
        await().atMost(PATIENCE).until(() -> permitted().size() == 1);
        assertThat(permitted().getFirst().pciVendorSelector()).isEqualTo("8086:10d3");
        assertThat(permitted().getFirst().externalResourceProvider()).isTrue();

        client.resources(PciDeviceClaim.class).withName(one.name(FIRST)).delete();

        awaitGone(one, FIRST);
        assertThat(one.sysfs.driver(FIRST)).contains("e1000e");
        assertThat(one.sysfs.driver(SECOND)).contains("e1000e");
        await().atMost(PATIENCE).until(() -> permitted().isEmpty());
        assertThat(event(one.name(FIRST), "Released")).isTrue();
    }

    @Test
    void defect11OnlyTheClaimsNodeHasAnythingToDoWithIt() throws Exception {
        claim(one, FIRST, false);
        awaitClaim(one, FIRST, "Ready");
        client.resources(PciDeviceClaim.class).withName(one.name(FIRST)).delete();
        awaitGone(one, FIRST);

        assertThat(other.plugins.wanted().claims()).isEmpty();
        assertThat(other.sysfs.driver(FIRST)).contains("e1000e");
        assertThat(client.v1().events().inNamespace("default").list().getItems())
                .filteredOn(event -> event.getInvolvedObject().getName().equals(one.name(FIRST)))
                .allSatisfy(event -> assertThat(event.getSource().getHost()).isEqualTo(one.node));
    }

    @Test
    void aClaimForANodeThatIsNotThereIsToldSoByOneAgent() {
        PciDeviceClaim claim = new PciDeviceClaim();
        claim.setMetadata(new ObjectMetaBuilder().withName("mars-000002000").build());
        claim.setSpec(new PciDeviceClaimSpec("0000:02:00.0", "mars", "admin", null, Map.of()));
        client.resource(claim).create();

        await().atMost(PATIENCE)
                .until(() -> String.valueOf(client.resources(PciDeviceClaim.class)
                                .withName("mars-000002000")
                                .get()
                                .getStatus())
                        .contains("there is no node \"mars\""));
        await().atMost(PATIENCE).until(() -> event("mars-000002000", "NoSuchNode"));
    }

    @Test
    void defect2TheSiblingComesAlongWhateverAMachineAsksFor() throws Exception {
        claim(one, FIRST, false);
        awaitClaim(one, FIRST, "Ready");
        assertThat(one.sysfs.driver(SECOND)).contains("vfio-pci");
    }

    @Test
    void defect3AClaimThatComesBackIsReadyAgain() throws Exception {
        for (int round = 0; round < 3; round++) {
            claim(one, FIRST, false);
            awaitClaim(one, FIRST, "Ready");
            client.resources(PciDeviceClaim.class).withName(one.name(FIRST)).delete();
            awaitGone(one, FIRST);
        }
        assertThat(one.sysfs.driver(FIRST)).contains("e1000e");
    }

    @Test
    void defect12AClaimThatWentWhileTheAgentWasAwayGetsItsDriverBack() throws Exception {
        claim(one, FIRST, false);
        awaitClaim(one, FIRST, "Ready");
        one.stop();
        client.resources(PciDeviceClaim.class).withName(one.name(FIRST)).delete();
        one.restart();

        awaitGone(one, FIRST);
        assertThat(one.sysfs.driver(FIRST)).contains("e1000e");
    }

    @Test
    void aClaimWhoseMachineRunsIsNotForgotten() throws Exception {
        claim(one, FIRST, false);
        awaitClaim(one, FIRST, "Ready");
        Kernel.Watch machine =
                one.kernel.open("dev/vfio/" + one.sysfs.group(FIRST).orElseThrow());
        open.add(machine);
        client.resources(PciDeviceClaim.class).withName(one.name(FIRST)).delete();

        PciDeviceClaim waiting = awaitClaim(one, FIRST, "InUse");
        assertThat(String.valueOf(waiting.getStatus().more())).contains("has /dev/vfio/");
        machine.close();
        awaitGone(one, FIRST);
    }

    @Test
    void aDeviceThatVanishesKeepsItsClaimAndIsTakenAgainWhenItIsBack() throws Exception {
        claim(one, FIRST, false);
        awaitClaim(one, FIRST, "Ready");
        one.kernel.unplug(FIRST);
        one.kernel.unplug(SECOND);
        awaitClaim(one, FIRST, "NoSuchDevice");
        awaitNoDevice(one, SECOND);
        one.kernel.plug(FIRST, SECOND);

        awaitClaim(one, FIRST, "Ready");
        awaitDevice(one, SECOND, device -> device.getStatus() != null);
    }

    @Test
    void aNameOfItsOwnIsPermittedUnderThatName() throws Exception {
        claim(one, FIRST, true);
        awaitClaim(one, FIRST, "Ready");
        await().atMost(PATIENCE)
                .until(() -> permitted().stream()
                        .anyMatch(entry -> ("intel.com/" + one.name(FIRST)).equals(entry.resourceName())));
    }

    @Test
    void threeWritersOfTheKubeVirtObjectLoseNothing() throws Exception {
        claim(one, FIRST, false);
        claim(other, PHYSICAL, false);
        client.resources(KubeVirt.class)
                .inNamespace("default")
                .withName("kubevirt")
                .edit(object -> {
                    object.getMetadata().setAnnotations(Map.of("somebody", "else"));
                    return object;
                });
        awaitClaim(one, FIRST, "Ready");
        awaitClaim(other, PHYSICAL, "Ready");
        await().atMost(PATIENCE).until(() -> permitted().size() == 2);
        assertThat(client.resources(KubeVirt.class)
                        .inNamespace("default")
                        .withName("kubevirt")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("somebody", "else");
    }

    @Test
    void virtualFunctionsAreMadeAndRefusedWhileOneIsClaimed() throws Exception {
        String device = one.node + "-"
                + one.sysfs.names(one.sysfs.present(PHYSICAL) + "/net").getFirst();
        numVfs(device, 2);
        await().atMost(PATIENCE)
                .until(() -> networkDevice(device).getStatus() != null
                        && networkDevice(device).getStatus().vfAddresses().size() == 2);
        PciAddress function = PciAddress.parse("0000:01:10.0");
        awaitDevice(
                one,
                function,
                found -> device.equals(Cluster.labels(found).get("harvesterhci.io/parent-sriov-network-device")));
        claim(one, function, false);
        awaitClaim(one, function, "Ready");

        numVfs(device, 0);
        await().atMost(PATIENCE)
                .until(() -> String.valueOf(networkDevice(device).getStatus().more())
                        .contains("is claimed by PCIDeviceClaim " + one.name(function)));
        assertThat(one.sysfs.device(function)).isPresent();
        client.resources(PciDeviceClaim.class).withName(one.name(function)).delete();
        await().atMost(PATIENCE).until(() -> one.sysfs.device(function).isEmpty());
        await().atMost(PATIENCE)
                .until(() -> "sriovNetworkDeviceDisabled"
                        .equals(networkDevice(device).getStatus().status()));
    }

    @Test
    void aNodeThatIsDeletedLeavesNothingBehind() throws Exception {
        claim(one, FIRST, false);
        awaitClaim(one, FIRST, "Ready");
        one.stop();
        client.nodes().withName(one.node).delete();

        awaitGone(one, FIRST);
        awaitNoDevice(one, SECOND);
    }

    private void claim(Agent agent, PciAddress address, boolean single) {
        PciDevice device = awaitDevice(agent, address, found -> found.getStatus() != null);
        PciDeviceClaim claim = new PciDeviceClaim();
        claim.setMetadata(new ObjectMetaBuilder()
                .withName(agent.name(address))
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion(device.getApiVersion())
                        .withKind("PCIDevice")
                        .withName(device.getMetadata().getName())
                        .withUid(device.getMetadata().getUid())
                        .build())
                .build());
        claim.setSpec(new PciDeviceClaimSpec(address.toString(), agent.node, "admin", single, Map.of()));
        client.resource(claim).create();
    }

    private void numVfs(String device, int count) {
        await().atMost(PATIENCE)
                .until(() -> client.resources(SriovNetworkDevice.class)
                                .withName(device)
                                .get()
                        != null);
        client.resources(SriovNetworkDevice.class)
                .withName(device)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"numVFs\":%d}}".formatted(count));
    }

    private SriovNetworkDevice networkDevice(String name) {
        return client.resources(SriovNetworkDevice.class).withName(name).get();
    }

    private PciDevice awaitDevice(Agent agent, PciAddress address, Predicate<PciDevice> condition) {
        return await().atMost(PATIENCE)
                .until(
                        () -> client.resources(PciDevice.class)
                                .withName(agent.name(address))
                                .get(),
                        device -> device != null && condition.test(device));
    }

    private void awaitNoDevice(Agent agent, PciAddress address) {
        await().atMost(PATIENCE)
                .until(() -> client.resources(PciDevice.class)
                                .withName(agent.name(address))
                                .get()
                        == null);
    }

    private PciDeviceClaim awaitClaim(Agent agent, PciAddress address, String reason) {
        return await().atMost(PATIENCE)
                .until(
                        () -> client.resources(PciDeviceClaim.class)
                                .withName(agent.name(address))
                                .get(),
                        claim -> claim != null
                                && claim.getStatus() != null
                                && String.valueOf(claim.getStatus().more()).contains("reason=" + reason));
    }

    private void awaitGone(Agent agent, PciAddress address) {
        await().atMost(PATIENCE)
                .until(() -> client.resources(PciDeviceClaim.class)
                                .withName(agent.name(address))
                                .get()
                        == null);
    }

    private boolean event(String name, String reason) {
        return await().atMost(PATIENCE)
                .until(
                        () -> client.v1().events().inNamespace("default").list().getItems().stream()
                                .anyMatch(event ->
                                        event.getInvolvedObject().getName().equals(name)
                                                && event.getReason().equals(reason)),
                        found -> found);
    }

    private List<PciHostDevice> permitted() {
        return WantedDevices.permitted(client.resources(KubeVirt.class)
                        .inNamespace("default")
                        .withName("kubevirt")
                        .get())
                .flatMap(permitted -> permitted.pciHostDevices().stream())
                .toList();
    }
}
