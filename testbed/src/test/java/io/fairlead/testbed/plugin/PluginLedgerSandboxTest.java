package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import io.fairlead.sandbox.node.NodeOptions;
import io.fairlead.sandbox.node.SimulatedNode;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.sandbox.node.cdi.ContainerView.DeviceNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pods come and go, some by force while their process still has its device; the kubelet is restarted and the agent dies in
 * between. What the ledger says is held against the truth after every step.
 */
class PluginLedgerSandboxTest {
    /** {@code -Dfairlead.plugin.steps=1000} for a short look. */
    private static final int STEPS = Integer.getInteger("fairlead.plugin.steps", 10_000);

    private static final long SEED = Long.getLong("fairlead.plugin.seed", 7);
    private static final int CALM = 100;
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String[] ADDRESSES = {"0000:01:00.0", "0000:02:00.0", "0000:03:00.0", "0000:04:00.0"};

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final SimulatedKernel kernel = new Cards()
            .gpu(ADDRESSES[0], 1)
            .gpu(ADDRESSES[1], 2)
            .gpu(ADDRESSES[2], 3)
            .gpu(ADDRESSES[3], 4)
            .kernel();
    /** Pods that were not deleted, by name. */
    private final Map<String, Pod> alive = new TreeMap<>();
    /** Processes, by the pod's name; they have their device open, whether their pod is still there or not. */
    private final Map<String, Process> processes = new HashMap<>();

    private Sandbox sandbox;
    private KubernetesClient client;
    private SimulatedNode node;
    private TestedDoor door;
    private int pods;

    private record Process(String device, Kernel.Watch open) {}

    @BeforeEach
    void aNodeWithFourCards() throws IOException {
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
        client = sandbox.client();
        node = sandbox.addNode(NodeOptions.in(folder, 1));
        door = new TestedDoor(new TestedDoor.Place(
                client,
                node.name(),
                kernel,
                KubeletFolder.at(node.kubeletRoot()),
                Path.of("/dev"),
                folder.resolve("state"),
                new FilesInMemory(),
                TestedDoor.QUICK));
        door.claim(ADDRESSES);
    }

    @AfterEach
    void stop() throws IOException {
        door.close();
        sandbox.close();
    }

    @Test
    void theLedgerAgreesWithTheTruthAfterEveryStep() throws Exception {
        for (int step = 1; step <= STEPS; step++) {
            step();
            startProcesses();
            checkNothingIsFreeThatIsHeld(step);
            if (step % CALM == 0) {
                checkNothingIsHeldThatIsFree(step);
            }
        }
    }

    private void step() throws Exception {
        switch (random.nextInt(20)) {
            case 0 -> node.restart();
            case 1 -> door.crash();
            case 2, 3, 4, 5 -> pick().ifPresent(name -> delete(name, false));
            case 6, 7, 8 -> pick().ifPresent(name -> delete(name, true));
            case 9, 10, 11 -> endAnOrphan();
            default -> create();
        }
    }

    private Optional<String> pick() {
        List<String> names = new ArrayList<>(alive.keySet());
        return names.isEmpty() ? Optional.empty() : Optional.of(names.get(random.nextInt(names.size())));
    }

    private void create() {
        if (alive.size() >= 6) {
            return;
        }
        String name = "vm-" + ++pods;
        alive.put(
                name,
                client.resource(new PodBuilder()
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
                                .addToLimits(GPU, new Quantity("1"))
                                .endResources()
                                .endContainer()
                                .endSpec()
                                .build())
                        .create());
    }

    /** By force, the process outlives its pod. */
    private void delete(String name, boolean force) {
        alive.remove(name);
        if (force) {
            client.pods().inNamespace("default").withName(name).withGracePeriod(0).delete();
        } else {
            Optional.ofNullable(processes.remove(name)).ifPresent(process -> process.open().close());
            client.pods().inNamespace("default").withName(name).delete();
        }
    }

    private void endAnOrphan() {
        processes.keySet().stream()
                .filter(name -> !alive.containsKey(name))
                .sorted()
                .findFirst()
                .ifPresent(name -> processes.remove(name).open().close());
    }

    /** A container that runs opens what it was given. Nobody else may have that open. */
    private void startProcesses() throws KernelException {
        for (Map.Entry<String, Pod> pod : alive.entrySet()) {
            Optional<ContainerView> view = node.container(pod.getValue(), "main");
            if (view.isPresent() && !processes.containsKey(pod.getKey())) {
                String device = view.get().devices().stream()
                        .map(DeviceNode::path)
                        .filter(path -> path.matches("/dev/vfio/[0-9]+"))
                        .findFirst()
                        .orElseThrow()
                        .substring(1);
                assertThat(processes.values())
                        .as("%s is started with %s", pod.getKey(), device)
                        .extracting(Process::device)
                        .doesNotContain(device);
                processes.put(pod.getKey(), new Process(device, kernel.open(device)));
            }
        }
    }

    private void checkNothingIsFreeThatIsHeld(int step) {
        for (Map.Entry<String, Process> process : processes.entrySet()) {
            Holding holding = door.ledger()
                    .holding(ADDRESSES[Integer.parseInt(process.getValue().device().replaceAll("\\D", "")) - 1])
                    .orElseThrow();
            assertThat(holding.holder())
                    .as("step %d, seed %d: %s has %s open", step, SEED, process.getKey(), process.getValue().device())
                    .isInstanceOf(Holder.Handed.class);
        }
    }

    private void checkNothingIsHeldThatIsFree(int step) {
        List.copyOf(alive.keySet()).forEach(name -> delete(name, false));
        processes.values().forEach(process -> process.open().close());
        processes.clear();
        await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(5)).untilAsserted(() -> assertThat(
                        door.handed())
                .as("step %d, seed %d", step, SEED)
                .isEmpty());
        assertThat(door.ledger().holdings()).hasSize(ADDRESSES.length);
    }
}
