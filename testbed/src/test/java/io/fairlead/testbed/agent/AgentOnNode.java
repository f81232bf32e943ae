package io.fairlead.testbed.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingHost;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent on a node with a real kubelet; its machine is simulated, with real device nodes. */
abstract class AgentOnNode {
    static final Duration LONG = Duration.ofMinutes(10);
    static final String FIRST = "0000:3b:00.0";
    static final String SECOND = "0000:3b:00.1";

    @TempDir
    private Path host;

    private SimulatedKernel kernel;
    private KernelServer server;
    AgentProcess agent;

    @BeforeEach
    void start(Testbed testbed, RealNode node, KubernetesClient client) throws IOException {
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
        await().atMost(LONG).until(() -> devices(client).contains("card-0000-3b-00"));
    }

    @AfterEach
    void stop(KubernetesClient client) throws Exception {
        agent.close();
        server.close();
        client.resources(ResourceSlice.class)
                .withField("spec.driver", PciDriver.NAME)
                .delete();
        Stream.of("pci-function", "pci-card")
                .forEach(name ->
                        client.resources(DeviceClass.class).withName(name).delete());
    }

    @Test
    void aPodGetsAWholeCardThroughItsClaimTemplateAndTheHostGetsItBack(KubernetesClient client, RealNode node)
            throws Exception {
        assertThat(run(client, node, "card", "pci-card"))
                .contains("MULTIFUNCTION_PCI_RESOURCE_DEVICE_DEV=0000:3b:00.0")
                .contains("character /dev/vfio/11", "character /dev/vfio/12", "character /dev/vfio/vfio")
                .contains("\"apiVersion\":\"metadata.resource.k8s.io/v1beta1\"")
                .contains("\"type\":{\"string\":\"card\"}");
        assertThat(driver(FIRST)).isEqualTo("vfio-pci");
        assertThat(driver(SECOND)).isEqualTo("vfio-pci");

        delete(client, "card");
        awaitAllBack(node);
    }

    static void start(KubernetesClient client, RealNode node, String name, String deviceClass) throws IOException {
        Map<String, String> values = Map.of("image", node.image(), "name", name, "class", deviceClass);
        client.resourceList(Manifests.read("pod.yaml", values)).create();
    }

    /** Runs a pod and returns what it says that it has. */
    String run(KubernetesClient client, RealNode node, String name, String deviceClass) throws IOException {
        start(client, node, name, deviceClass);
        awaitRunning(client, name);
        // Logs come from the kubelet, which may be starting.
        return await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> client.pods().withName(name).getLog(), log -> log.contains("end of what it has"));
    }

    void awaitRunning(KubernetesClient client, String name) {
        // Watched and not asked again and again: the agent needs the processors.
        try {
            client.pods().withName(name).waitUntilCondition(AgentOnNode::isRunning, LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (KubernetesClientTimeoutException e) {
            throw new AssertionError(client.pods().withName(name).get() + "\n" + log(), e);
        }
    }

    static void delete(KubernetesClient client, String name) {
        client.pods().withName(name).delete();
        client.pods().withName(name).waitUntilCondition(Objects::isNull, LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static boolean isRunning(@Nullable Pod pod) {
        return pod != null && "Running".equals(pod.getStatus().getPhase());
    }

    /** Both functions are with their drivers, and nothing is left of any claim. */
    void awaitAllBack(RealNode node) {
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

    String driver(String function) throws Exception {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(function)).orElse("none");
    }

    static List<String> devices(KubernetesClient client) {
        return client.resources(ResourceSlice.class).withField("spec.driver", PciDriver.NAME).list().getItems().stream()
                .flatMap(slice -> slice.getSpec().getDevices().stream())
                .map(device -> device.getName())
                .toList();
    }

    private String log() {
        try {
            return Files.readString(host.resolve("agent.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
