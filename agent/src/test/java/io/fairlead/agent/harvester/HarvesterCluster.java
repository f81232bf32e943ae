package io.fairlead.agent.harvester;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
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
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.PciNames;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** Two nodes of the same kind, as Harvester's users see them: this part of their agents, and a door without a kubelet. */
final class HarvesterCluster implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(3);
    static final PciAddress FIRST = PciAddress.parse("0000:02:00.0");
    static final PciAddress SECOND = PciAddress.parse("0000:02:00.1");
    static final PciAddress PHYSICAL = PciAddress.parse("0000:01:00.0");
    static final PciAddress VIRTUAL = PciAddress.parse("0000:01:10.0");

    private static final List<String> DEFINITIONS = List.of(
            "kubevirts.kubevirt.io",
            "pcidevices.devices.harvesterhci.io",
            "pcideviceclaims.devices.harvesterhci.io",
            "sriovnetworkdevices.devices.harvesterhci.io");

    private final Sandbox sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(2));
    final KubernetesClient client = sandbox.client();
    private final FunctionNames names = new FunctionNames(PciNames.excerpt());

    private final Path folder;
    final Agent one;
    final Agent other;

    /** What a node has of this part of the agent. */
    final class Agent {
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

    HarvesterCluster(Path folder) throws Exception {
        this.folder = folder;
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

    @Override
    public void close() throws IOException {
        one.stop();
        other.stop();
        one.ledger.close();
        other.ledger.close();
        sandbox.close();
    }

    void claim(Agent agent, PciAddress address, boolean single) {
        awaitDevice(agent, address, found -> found.getStatus() != null);
        PciDeviceClaim claim = new PciDeviceClaim();
        claim.setMetadata(new ObjectMetaBuilder().withName(agent.name(address)).build());
        claim.setSpec(new PciDeviceClaimSpec(address.toString(), agent.node, "admin", single, Map.of()));
        client.resource(claim).create();
    }

    void delete(Agent agent, PciAddress address) {
        client.resources(PciDeviceClaim.class).withName(agent.name(address)).delete();
    }

    /** Deletes a claim, and waits until it has gone. */
    void unclaim(Agent agent, PciAddress address) {
        delete(agent, address);
        awaitGone(agent, address);
    }

    /** As an admin's editor does: reads the object, writes all of it, and begins anew if somebody was quicker. */
    void permit(String selector, String resource, boolean grouped) {
        await().atMost(PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> {
                    KubernetesSerialization json = client.getKubernetesSerialization();
                    ObjectNode object = json.convertValue(kubeVirt(), ObjectNode.class);
                    object.withObject("/spec/configuration/permittedHostDevices")
                            .withArray("pciHostDevices")
                            .addObject()
                            .put("pciVendorSelector", selector)
                            .put("resourceName", resource)
                            .put("groupFunctions", grouped);
                    client.resource(json.convertValue(object, KubeVirt.class)).update();
                    return true;
                });
    }

    KubeVirt kubeVirt() {
        return client.resources(KubeVirt.class)
                .inNamespace("default")
                .withName("kubevirt")
                .get();
    }

    void annotate(Agent agent, PciAddress address, String resourceName) {
        client.resources(PciDevice.class)
                .withName(agent.name(address))
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}"
                                .formatted(Marks.RESOURCE_NAME, resourceName));
    }

    String networkDeviceOf(Agent agent) throws Exception {
        return agent.node + "-"
                + agent.sysfs.names(agent.sysfs.present(PHYSICAL) + "/net").getFirst();
    }

    List<String> virtualFunctions(String device) {
        SriovNetworkDevice found = networkDevice(device);
        return found.getStatus() == null ? List.of() : found.getStatus().vfAddresses();
    }

    void numVfs(String device, int count) {
        await().atMost(PATIENCE)
                .until(() -> client.resources(SriovNetworkDevice.class)
                                .withName(device)
                                .get()
                        != null);
        client.resources(SriovNetworkDevice.class)
                .withName(device)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"numVFs\":%d}}".formatted(count));
    }

    SriovNetworkDevice networkDevice(String name) {
        return client.resources(SriovNetworkDevice.class).withName(name).get();
    }

    PciDevice awaitDevice(Agent agent, PciAddress address, Predicate<PciDevice> condition) {
        return await().atMost(PATIENCE)
                .until(
                        () -> client.resources(PciDevice.class)
                                .withName(agent.name(address))
                                .get(),
                        device -> device != null && condition.test(device));
    }

    void awaitNoDevice(Agent agent, PciAddress address) {
        await().atMost(PATIENCE)
                .until(() -> client.resources(PciDevice.class)
                                .withName(agent.name(address))
                                .get()
                        == null);
    }

    PciDeviceClaim awaitClaim(Agent agent, PciAddress address, String reason) {
        return await().atMost(PATIENCE)
                .until(
                        () -> client.resources(PciDeviceClaim.class)
                                .withName(agent.name(address))
                                .get(),
                        claim -> claim != null
                                && claim.getStatus() != null
                                && String.valueOf(claim.getStatus().more()).contains("reason=" + reason));
    }

    void awaitGone(Agent agent, PciAddress address) {
        await().atMost(PATIENCE)
                .until(() -> client.resources(PciDeviceClaim.class)
                                .withName(agent.name(address))
                                .get()
                        == null);
    }

    boolean event(String name, String reason) {
        return await().atMost(PATIENCE)
                .until(
                        () -> client.v1().events().inNamespace("default").list().getItems().stream()
                                .anyMatch(event ->
                                        event.getInvolvedObject().getName().equals(name)
                                                && event.getReason().equals(reason)),
                        found -> found);
    }

    List<PciHostDevice> permitted() {
        return WantedDevices.permitted(kubeVirt())
                .flatMap(permitted -> permitted.pciHostDevices().stream())
                .toList();
    }
}
