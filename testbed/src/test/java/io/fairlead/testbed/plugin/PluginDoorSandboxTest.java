package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.plugin.ClaimState;
import io.fairlead.agent.plugin.Claimed;
import io.fairlead.agent.plugin.Wanted;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.names.ResourceName;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.sandbox.node.cdi.ContainerView.DeviceNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The device plugins' door between a simulated machine and a simulated kubelet. */
class PluginDoorSandboxTest {
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String AUDIO = "nvidia.com/GP104_HIGH_DEFINITION_AUDIO_CONTROLLER";
    private static final ResourceName PORTS = ResourceName.parse("intel.com/ETHERNET_CONTROLLER_10GIGABIT_X540AT2");
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @TempDir
    private Path folder;

    private final SimulatedKernel kernel = new Cards()
            .gpuWithAudio("0000:01:00", 1)
            .gpuWithAudio("0000:02:00", 2)
            .twoPorts("0000:05:00", 5)
            .twoPorts("0000:06:00", 7)
            .kernel();
    private Sandbox sandbox;
    private KubernetesClient client;
    private SimulatedNode node;
    private TestedDoor door;

    @BeforeEach
    void aNodeWithADoor() throws IOException {
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
        client = sandbox.client();
        node = sandbox.addNode(NodeOptions.in(folder, 1));
        door = new TestedDoor(TestedDoor.Place.on(node, client, kernel, folder, new DurableFiles()));
    }

    @AfterEach
    void stop() throws IOException {
        door.close();
        sandbox.close();
    }

    @Test
    void aSecondIdenticalCardCountsAsSoonAsItIsClaimed() {
        door.claim("0000:01:00.0");
        awaitAmounts(GPU, 2, 1);
        door.claim("0000:01:00.0", "0000:02:00.0");
        awaitAmounts(GPU, 2, 2);
        assertThat(door.state("0000:02:00.0"))
                .isEqualTo(new ClaimState.Ready(ResourceName.parse(GPU), Optional.of("nouveau")));
    }

    @Test
    void twoPodsGetTwoDevicesAndAThirdWaitsForNone() {
        door.claim("0000:01:00.0", "0000:02:00.0");
        awaitAmounts(GPU, 2, 2);
        ContainerView one = run("one", Map.of(GPU, 1));
        ContainerView two = run("two", Map.of(GPU, 1));

        assertThat(List.of(env(one, "PCI_RESOURCE_" + variable(GPU)), env(two, "PCI_RESOURCE_" + variable(GPU))))
                .containsExactlyInAnyOrder("0000:01:00.0", "0000:02:00.0");
        assertThat(groups(one))
                .containsExactly(
                        "/dev/vfio/vfio",
                        "/dev/vfio/" + env(one, "PCI_RESOURCE_" + variable(GPU)).charAt(6));
        create("three", Map.of(GPU, 1));
        awaitPhase("three", "Failed");
    }

    @Test
    void aGpuAndItsAudioFunctionComeFromOneCard() {
        door.claim("0000:01:00.0", "0000:01:00.1", "0000:02:00.0", "0000:02:00.1");
        awaitAmounts(GPU, 2, 2);
        awaitAmounts(AUDIO, 2, 2);
        for (String pod : List.of("one", "two")) {
            ContainerView view = run(pod, Map.of(GPU, 1, AUDIO, 1));
            assertThat(PciAddress.parse(env(view, "PCI_RESOURCE_" + variable(AUDIO)))
                            .sharesSlotWith(PciAddress.parse(env(view, "PCI_RESOURCE_" + variable(GPU)))))
                    .isTrue();
        }
    }

    @Test
    void anAudioFunctionWithoutItsGpuDoesNotStartAndSaysWhy() {
        door.claim("0000:01:00.0", "0000:01:00.1");
        awaitAmounts(AUDIO, 2, 1);
        create("alone", Map.of(AUDIO, 1));
        eventually(() -> client.v1().events().inNamespace("default").list().getItems().stream()
                .anyMatch(event -> event.getMessage().contains("is a part of " + GPU + " 0000:01:00.0")));
    }

    @Test
    void aCardIsHandedOverWholeAndItsFunctionsComeBackOneByOne() {
        door.claimCards(PORTS, "0000:05:00.0", "0000:05:00.1");
        awaitAmounts(PORTS.toString(), 2, 1);
        ContainerView view = run("card", Map.of(PORTS.toString(), 1));
        assertThat(env(view, "MULTIFUNCTION_PCI_RESOURCE_" + variable(PORTS.toString())))
                .isEqualTo("0000:05:00.0");
        assertThat(groups(view)).containsExactly("/dev/vfio/vfio", "/dev/vfio/5", "/dev/vfio/6");

        door.claim("0000:05:00.0", "0000:05:00.1");
        awaitAmounts(PORTS.toString(), 4, 1);
        assertThat(door.handed()).hasSize(2);
        delete("card");
        awaitAmounts(PORTS.toString(), 4, 2);
        assertThat(env(run("single", Map.of(PORTS.toString(), 1)), "PCI_RESOURCE_" + variable(PORTS.toString())))
                .startsWith("0000:05:00.");
    }

    @Test
    void aClaimThatIsDeletedWhileItsMachineRunsWaitsAndThenGivesTheDriverBack() throws Exception {
        door.claim("0000:01:00.0");
        awaitAmounts(GPU, 2, 1);
        run("vm", Map.of(GPU, 1));
        try (Kernel.Watch _ = kernel.open("dev/vfio/1")) {
            door.claim();
            awaitAmounts(GPU, 1, 0);
            eventually(() -> door.state("0000:01:00.0") instanceof ClaimState.Leaving(String why)
                    && why.contains("pod default/vm"));
            client.pods()
                    .inNamespace("default")
                    .withName("vm")
                    .withGracePeriod(0)
                    .delete();
            eventually(() -> door.state("0000:01:00.0") instanceof ClaimState.Leaving(String why)
                    && why.contains("a process still has its vfio device open"));
            assertThat(driver("0000:01:00.0")).contains("vfio-pci");
        }
        eventually(() -> door.state("0000:01:00.0") instanceof ClaimState.Gone);
        assertThat(driver("0000:01:00.0")).contains("nouveau");
        assertThat(driver("0000:01:00.1")).contains("snd_hda_intel");
        eventually(() -> door.ledger().doors().isEmpty());
    }

    @Test
    void a7Defect3ADeviceThatIsClaimedAgainIsHealthyAgain() {
        door.claim("0000:01:00.0", "0000:02:00.0");
        awaitAmounts(GPU, 2, 2);
        door.claim("0000:01:00.0");
        awaitAmounts(GPU, 2, 1);
        door.claim("0000:01:00.0", "0000:02:00.0");
        awaitAmounts(GPU, 2, 2);
    }

    @Test
    void a7Defect4APluginRegistersAgainAfterTheKubeletWasRestarted() {
        door.claim("0000:01:00.0");
        awaitAmounts(GPU, 2, 1);
        run("before", Map.of(GPU, 1));
        node.restart();
        door.claim("0000:01:00.0", "0000:02:00.0");
        awaitAmounts(GPU, 2, 2);
        assertThat(env(run("after", Map.of(GPU, 1)), "PCI_RESOURCE_" + variable(GPU)))
                .isEqualTo("0000:02:00.0");
    }

    @Test
    void a7Defect7AVanishedDeviceIsUnhealthyAndOneThatComesBackIsHealthyAlsoIfItWasClaimedLater() throws Exception {
        door.claim("0000:05:00.0");
        awaitAmounts(PORTS.toString(), 4, 1);
        door.claim("0000:05:00.0", "0000:06:00.0");
        awaitAmounts(PORTS.toString(), 4, 2);
        kernel.unplug(PciAddress.parse("0000:06:00.0"));
        awaitAmounts(PORTS.toString(), 3, 1);
        kernel.plug(PciAddress.parse("0000:06:00.0"));
        awaitAmounts(PORTS.toString(), 4, 2);
    }

    @Test
    void aClaimOutOfThePoolIsOfferedByItsName() {
        door.want(Wanted.of(
                List.of(new Claimed(node.name() + "-000005001", PciAddress.parse("0000:05:00.1"), false, true))));
        String name = "intel.com/" + node.name() + "-000005001";
        awaitAmounts(name, 1, 1);
        assertThat(env(run("picky", Map.of(name, 1)), "PCI_RESOURCE_" + variable(name)))
                .isEqualTo("0000:05:00.1");
    }

    @Test
    void anAgentThatIsStartedAgainKnowsWhoHasWhat() throws Exception {
        door.claim("0000:01:00.0", "0000:02:00.0");
        awaitAmounts(GPU, 2, 2);
        run("vm", Map.of(GPU, 1));
        door.crash();
        assertThat(door.handed()).hasSize(1);
        awaitAmounts(GPU, 2, 2);
        delete("vm");
        eventually(() -> door.handed().isEmpty());
    }

    private ContainerView run(String name, Map<String, Integer> resources) {
        Pod pod = create(name, resources);
        awaitPhase(name, "Running");
        return node.container(pod, "main").orElseThrow();
    }

    private Pod create(String name, Map<String, Integer> resources) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node.name())
                .addNewContainer()
                .withName("main")
                .withImage("registry.invalid/main")
                .withNewResources()
                .endResources()
                .endContainer()
                .endSpec();
        resources.forEach((resource, count) -> pod.editSpec()
                .editFirstContainer()
                .editResources()
                .addToLimits(resource, new Quantity(count.toString()))
                .endResources()
                .endContainer()
                .endSpec());
        return client.resource(pod.build()).create();
    }

    private void delete(String pod) {
        client.pods().inNamespace("default").withName(pod).delete();
    }

    private void awaitPhase(String pod, String phase) {
        eventually(() -> phase.equals(client.pods()
                .inNamespace("default")
                .withName(pod)
                .get()
                .getStatus()
                .getPhase()));
    }

    private void awaitAmounts(String resource, int capacity, int allocatable) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            var status = client.nodes().withName(node.name()).get().getStatus();
            assertThat(List.of(
                            status.getCapacity()
                                    .getOrDefault(resource, new Quantity("0"))
                                    .getAmount(),
                            status.getAllocatable()
                                    .getOrDefault(resource, new Quantity("0"))
                                    .getAmount()))
                    .as("%s; the claim of 0000:01:00.0: %s", resource, door.state("0000:01:00.0"))
                    .containsExactly("" + capacity, "" + allocatable);
        });
    }

    private Optional<String> driver(String address) throws Exception {
        return new Sysfs(kernel.root()).driver(PciAddress.parse(address));
    }

    private static String env(ContainerView view, String name) {
        assertThat(view.env()).containsKey(name);
        return view.env().get(name);
    }

    private static List<String> groups(ContainerView view) {
        return view.devices().stream()
                .map(DeviceNode::path)
                .filter(path -> !path.startsWith("/dev/vfio/devices/"))
                .toList();
    }

    private static String variable(String resource) {
        return resource.toUpperCase(Locale.ROOT).replace('/', '_').replace('.', '_');
    }

    private static void eventually(Callable<Boolean> reached) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(reached);
    }
}
