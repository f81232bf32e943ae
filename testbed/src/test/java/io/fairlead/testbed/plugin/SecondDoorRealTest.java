package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fairlead.api.harvester.PciDevice;
import io.fairlead.api.harvester.PciDeviceClaim;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.deploy.AgentAccount;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claimed devices go through real kubelets into real containers. */
@RealCluster(nodes = 2)
class SecondDoorRealTest {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String GPU_VARIABLE = "PCI_RESOURCE_NVIDIA_COM_TU104GL_TESLA_T4";
    private static final String PORT = "intel.com/ETHERNET_CONTROLLER_10GIGABIT_X540AT2";
    private static final String PORT_VARIABLE = "PCI_RESOURCE_INTEL_COM_ETHERNET_CONTROLLER_10GIGABIT_X540AT2";

    /** The GPUs of each node, and their groups. */
    private static final List<Map<String, Integer>> GPUS = List.of(
            new TreeMap<>(Map.of("0000:01:00.0", 11, "0000:02:00.0", 12)),
            new TreeMap<>(Map.of("0000:81:00.0", 21, "0000:82:00.0", 22)));

    @TempDir
    private Path folder;

    private Testbed testbed;
    private KubernetesClient client;
    private String image;
    private final List<AgentOnRealNode> agents = new ArrayList<>();

    @BeforeEach
    void agentsOnTwoNodes(Testbed cluster, KubernetesClient admin, RealNode one, RealNode two) throws IOException {
        testbed = cluster;
        client = admin;
        image = one.image();
        AgentAccount.defineDevices(testbed);
        for (RealNode node : List.of(one, two)) {
            Cards cards = new Cards().twoPorts("0000:05:00", 5);
            GPUS.get(agents.size()).forEach(cards::gpu);
            agents.add(new AgentOnRealNode(testbed, node, cards, Files.createDirectory(folder.resolve(node.name()))));
        }
    }

    /** Claims go while there are agents to let them go. */
    @AfterEach
    void removeWhatOtherTestsWouldSee() {
        client.pods().delete();
        client.resources(PciDeviceClaim.class).delete();
        await().atMost(LONG)
                .until(() ->
                        client.resources(PciDeviceClaim.class).list().getItems().isEmpty());
        agents.forEach(AgentOnRealNode::close);
        client.resources(PciDevice.class).delete();
    }

    @Test
    void fourIdenticalGpusOnTwoNodesGoToFourPodsEachWithTheRightAddress() throws Exception {
        for (int node = 0; node < 2; node++) {
            int claimed = 0;
            for (String gpu : GPUS.get(node).keySet()) {
                claimAndMeasure(agents.get(node), gpu);
                awaitNodeStatus(agents.get(node), GPU, 2, ++claimed);
            }
        }

        List<String> pods = List.of("one", "two", "three", "four");
        pods.forEach(name -> create(name, GPU));
        Map<String, String> addresses = new TreeMap<>();
        for (String name : pods) {
            String log = awaitLog(name);
            Map<String, Integer> gpus = GPUS.get(indexOf(pod(name).getSpec().getNodeName()));
            String address = variable(log, GPU_VARIABLE);
            assertThat(gpus).as(name).containsKey(address);
            assertThat(characters(log)).containsExactly("/dev/vfio/" + gpus.get(address), "/dev/vfio/vfio");
            assertThat(addresses.put(address, name)).as("%s has it too", name).isNull();
        }

        create("five", GPU);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(pod("five").getStatus().getConditions())
                        .anySatisfy(
                                condition -> assertThat(condition.getMessage()).contains("Insufficient " + GPU)));
        client.pods().withName("three").delete();
        assertThat(addresses).containsEntry(variable(awaitLog("five"), GPU_VARIABLE), "three");
    }

    @Test
    void aCardGoesWholeWhileItsFunctionsAreGroupedAndARunningMachineOutlivesTheEndOfThat() throws Exception {
        AgentOnRealNode agent = agents.getFirst();
        kubectlApply("""
                apiVersion: kubevirt.io/v1
                kind: KubeVirt
                metadata: {name: kubevirt, namespace: %s}
                spec: {configuration: {permittedHostDevices: {pciHostDevices: [
                  {pciVendorSelector: "8086:1528", resourceName: %s, externalResourceProvider: true, groupFunctions: true}]}}}
                """.formatted(client.getNamespace(), PORT));
        kubectlApply(agent.claim("0000:05:00.0") + "---\n" + agent.claim("0000:05:00.1"));
        agent.awaitAllocatable(PORT, "0000:05:00.0");
        assertThat(agent.allocatable(PORT)).containsExactly("0000:05:00.0");
        awaitNodeStatus(agent, PORT, 1, 1);

        create("card", PORT);
        String log = awaitLog("card");
        assertThat(variable(log, "MULTIFUNCTION_" + PORT_VARIABLE)).isEqualTo("0000:05:00.0");
        assertThat(characters(log)).containsExactly("/dev/vfio/5", "/dev/vfio/6", "/dev/vfio/vfio");

        client.resources(KubeVirt.class)
                .withName("kubevirt")
                .patch(
                        PatchContext.of(PatchType.JSON),
                        "[{\"op\":\"remove\",\"path\":\"/spec/configuration/permittedHostDevices/pciHostDevices/0/groupFunctions\"}]");
        // The kubelet knows that function 0 is taken; function 1 must not be handed out.
        awaitNodeStatus(agent, PORT, 2, 1);
        assertThat(agent.allocatable(PORT)).containsExactly("0000:05:00.0");
        assertThat(pod("card").getStatus().getPhase()).isEqualTo("Running");
        assertThat(agent.driver("0000:05:00.1")).isEqualTo("vfio-pci");

        client.pods().withName("card").delete();
        awaitNodeStatus(agent, PORT, 2, 2);
        create("port", PORT);
        assertThat(variable(awaitLog("port"), PORT_VARIABLE)).startsWith("0000:05:00.");
        client.pods().withName("port").delete();

        client.resources(PciDeviceClaim.class).delete();
        await().atMost(LONG)
                .until(() -> agent.driver("0000:05:00.0").equals("ixgbe")
                        && agent.driver("0000:05:00.1").equals("ixgbe"));
    }

    /** From the claim to what the kubelet would hand out. */
    private void claimAndMeasure(AgentOnRealNode agent, String gpu) throws IOException {
        await().atMost(LONG)
                .until(() -> client.resources(PciDevice.class)
                                .withName(agent.object(gpu))
                                .get()
                        != null);
        PciDeviceClaim claim = client.getKubernetesSerialization().unmarshal(agent.claim(gpu), PciDeviceClaim.class);
        long began = System.nanoTime();
        client.resource(claim).create();
        agent.awaitAllocatable(GPU, gpu);
        System.out.printf(
                "%s: claimed and healthy in GetAllocatableResources after %d ms%n",
                agent.object(gpu), Duration.ofNanos(System.nanoTime() - began).toMillis());
    }

    private void awaitNodeStatus(AgentOnRealNode agent, String resource, int capacity, int allocatable) {
        await().atMost(LONG).untilAsserted(() -> {
            NodeStatus status = client.nodes().withName(agent.node()).require().getStatus();
            assertThat(status.getCapacity()).containsEntry(resource, new Quantity("" + capacity));
            assertThat(status.getAllocatable()).containsEntry(resource, new Quantity("" + allocatable));
        });
    }

    private void kubectlApply(String objects) throws IOException {
        Path file = Files.writeString(folder.resolve("objects.yaml"), objects);
        AgentAccount.kubectl(testbed, List.of("apply", "--filename=" + file));
    }

    private void create(String name, String resource) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withTerminationGracePeriodSeconds(0L)
                        .addNewContainer()
                        .withName("main")
                        .withImage(image)
                        .withImagePullPolicy("Never")
                        .withCommand("sh", "-c", """
                                env | grep PCI_RESOURCE
                                for node in /dev/vfio/*; do [ -c "$node" ] && echo "character $node"; done
                                echo end of what it has
                                exec sleep 3600""")
                        .withNewResources()
                        .addToLimits(resource, new Quantity("1"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    private Pod pod(String name) {
        return client.pods().withName(name).require();
    }

    private String awaitLog(String name) {
        return await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> client.pods().withName(name).getLog(), log -> log.contains("end of what it has"));
    }

    private int indexOf(String node) {
        return agents.getFirst().node().equals(node) ? 0 : 1;
    }

    private static String variable(String log, String name) {
        return lines(log, name + "=").findFirst().orElseThrow(() -> new AssertionError("no " + name + " in " + log));
    }

    private static List<String> characters(String log) {
        return lines(log, "character ").sorted().toList();
    }

    private static Stream<String> lines(String log, String prefix) {
        return log.lines().filter(line -> line.startsWith(prefix)).map(line -> line.substring(prefix.length()));
    }
}
