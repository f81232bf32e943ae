package io.fairlead.testbed.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingHost;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.simulated.KernelServer;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.node.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node with a real kubelet, an agent, and pods that want its one card; its machine is simulated, with real device nodes. */
final class AgentNode implements AutoCloseable {
    static final Duration LONG = Duration.ofMinutes(10);
    static final String FIRST = "0000:3b:00.0";
    static final String SECOND = "0000:3b:00.1";

    private final RealNode node;
    private final KubernetesClient client;
    private final Path host;
    private final SimulatedKernel kernel;
    private final KernelServer server;
    private final AgentProcess agent;

    /**
     * Starts the agent.
     *
     * @param host an empty folder for its machine
     */
    AgentNode(Testbed testbed, RealNode node, KubernetesClient client, Path host) throws IOException {
        this.node = node;
        this.client = client;
        this.host = host;
        TestingHost machine = TestingHost.empty();
        machine.function(FIRST)
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .driver("nouveau")
                .group(11)
                .attribute("reset_method", "flr");
        machine.function(SECOND)
                .id(new PciId(0x10de, 0x22ba))
                .type(0x040300)
                .driver("snd_hda_intel")
                .group(12)
                .attribute("reset_method", "flr");
        kernel = SimulatedKernel.in(host.resolve("root"), machine.root());
        server = KernelServer.start(kernel, host.resolve("root"), host.resolve("kernel.sock"));
        Files.writeString(host.resolve("rules.yaml"), """
                offers:
                - match: {vendors: ["10de"]}
                  offer: both
                  withoutCounters: cards
                """);
        Manifests.read("classes.yaml", Map.of())
                .forEach(object -> client.resource(object).createOr(NonDeletingOperation::update));
        agent = AgentProcess.start(
                node.name(), testbed.kubeconfig(), KubeletFolder.ofOtherRoot(node.kubeletRoot()), node.cdi(), host);
        awaitPublished();
    }

    void awaitPublished() {
        await().atMost(LONG).until(() -> devices().contains("card-0000-3b-00"));
    }

    List<String> devices() {
        return devices(client, node.name());
    }

    /** What the agent of a node has published. */
    static List<String> devices(KubernetesClient client, String node) {
        return slices(client, node).list().getItems().stream()
                .flatMap(slice -> slice.getSpec().getDevices().stream())
                .map(device -> device.getName())
                .toList();
    }

    private static FilterWatchListDeletable<ResourceSlice, ResourceSliceList, Resource<ResourceSlice>> slices(
            KubernetesClient client, String node) {
        return client.resources(ResourceSlice.class, ResourceSliceList.class)
                .withField("spec.driver", PciDriver.NAME)
                .withField("spec.nodeName", node);
    }

    void killAgentAndStartItAgain() throws IOException {
        agent.killAndStartAgain();
    }

    void restartKubelet() {
        node.restartKubelet();
    }

    /** A pod that wants a device. */
    void start(String pod, String deviceClass) throws IOException {
        Map<String, String> values =
                Map.of("image", node.image(), "node", node.name(), "name", pod, "class", deviceClass);
        client.resourceList(Manifests.read("pod.yaml", values)).create();
    }

    /** Starts a pod and returns what it says that it has. */
    String run(String pod, String deviceClass) throws IOException {
        start(pod, deviceClass);
        awaitRunning(pod);
        // Logs come from the kubelet, which may be starting.
        return await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> client.pods().withName(pod).getLog(), log -> log.contains("end of what it has"));
    }

    void awaitRunning(String pod) {
        // Watched and not asked again and again: the agent needs the processors.
        try {
            client.pods().withName(pod).waitUntilCondition(AgentNode::isRunning, LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException e) {
            throw new AssertionError(client.pods().withName(pod).get() + "\n" + log(), e);
        }
    }

    private static boolean isRunning(@Nullable Pod pod) {
        return pod != null && "Running".equals(pod.getStatus().getPhase());
    }

    void delete(String pod) {
        client.pods().withName(pod).delete();
        client.pods().withName(pod).waitUntilCondition(Objects::isNull, LONG.toSeconds(), TimeUnit.SECONDS);
    }

    String driver(String function) throws KernelException {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(function)).orElse("none");
    }

    /** Both functions are with their drivers, and nothing is left of any claim. */
    void awaitAllBack() {
        await().atMost(LONG).untilAsserted(() -> {
            assertThat(driver(FIRST)).isEqualTo("nouveau");
            assertThat(driver(SECOND)).isEqualTo("snd_hda_intel");
            assertThat(Ledger.peek(new DurableFiles(), host.resolve("state"))
                            .orElseThrow()
                            .holdings())
                    .isEmpty();
            try (Stream<Path> files = Files.list(node.cdi())) {
                assertThat(files.filter(file -> file.getFileName().toString().startsWith(PciDriver.NAME)))
                        .isEmpty();
            }
        });
    }

    private String log() {
        try {
            return Files.readString(host.resolve("agent.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws IOException {
        agent.close();
        server.close();
        slices(client, node.name()).delete();
        Stream.of("pci-function", "pci-card")
                .forEach(name ->
                        client.resources(DeviceClass.class).withName(name).delete());
    }
}
