package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pods come and go, some by force while their process still has its device; the kubelet is restarted and the agent dies in
 * between. What the ledger says is held against the truth after every step.
 */
@Tag("long")
class PluginLedgerSandboxTest {
    /** {@code -Dfairlead.plugin.steps=10000} for a long look. */
    private static final int STEPS = Integer.getInteger("fairlead.plugin.steps", 200);

    private static final long SEED = Long.getLong("fairlead.plugin.seed", 7);
    private static final int CALM = 50;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String[] ADDRESSES = {"0000:01:00.0", "0000:02:00.0", "0000:03:00.0", "0000:04:00.0"};

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    /** Pods that were not deleted, by name. */
    private final Map<String, Pod> alive = new TreeMap<>();
    /** Processes, by the pod's name; they have their device open, whether their pod is still there or not. */
    private final Map<String, Running> processes = new HashMap<>();

    private PluggedNode node;
    private TestedDoor door;
    private int pods;
    /** What has happened how often. */
    private final Map<String, Integer> story = new TreeMap<>();

    private record Running(String device, Kernel.Watch open) {}

    @BeforeEach
    void aNodeWithFourCards() throws IOException {
        Cards cards = new Cards();
        for (int i = 0; i < ADDRESSES.length; i++) {
            cards.gpu(ADDRESSES[i], i + 1);
        }
        node = new PluggedNode(cards.kernel(), folder, new FilesInMemory());
        door = node.door;
        door.claim(ADDRESSES);
        // A kubelet that has never heard of a resource runs who asks for it without.
        node.awaitAmounts(GPU, 4, 4);
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
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
        System.out.printf("%d steps, seed %d: %s%n", STEPS, SEED, story);
        assertThat(story)
                .containsKeys("kubelet restarted", "agent died", "process started", "process outlived its pod");
    }

    private void step() throws Exception {
        switch (random.nextInt(20)) {
            case 0 -> {
                node.node.restart();
                count("kubelet restarted");
            }
            case 1 -> {
                door.crash();
                count("agent died");
            }
            case 2, 3, 4, 5 -> pick().ifPresent(name -> delete(name, false));
            case 6, 7, 8 -> pick().ifPresent(name -> delete(name, true));
            case 9, 10, 11 -> endAnOrphan();
            default -> create();
        }
    }

    private void count(String event) {
        story.merge(event, 1, Integer::sum);
    }

    private Optional<String> pick() {
        List<String> names = new ArrayList<>(alive.keySet());
        return names.isEmpty() ? Optional.empty() : Optional.of(names.get(random.nextInt(names.size())));
    }

    /** Sees most of them started or turned away: a pod that is gone before that tells nothing. */
    private void create() {
        if (alive.size() >= 6) {
            return;
        }
        String name = "vm-" + ++pods;
        Pod pod = node.create(name, Map.of(GPU, 1));
        alive.put(name, pod);
        if (random.nextInt(4) > 0) {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> isDecided(pod));
        }
    }

    private boolean isDecided(Pod pod) {
        if ("Failed".equals(node.client.resource(pod).get().getStatus().getPhase())) {
            delete(pod.getMetadata().getName(), false);
            count("pod turned away");
            return true;
        }
        return node.container(pod).isPresent() || hasOrphans();
    }

    /** A pod may have to wait for a process that has its device and has lost its own pod. */
    private boolean hasOrphans() {
        return !alive.keySet().containsAll(processes.keySet());
    }

    /** By force, the process outlives its pod. */
    private void delete(String name, boolean force) {
        alive.remove(name);
        if (force) {
            if (processes.containsKey(name)) {
                count("process outlived its pod");
            }
            node.deleteByForce(name);
        } else {
            Optional.ofNullable(processes.remove(name))
                    .ifPresent(process -> process.open().close());
            node.delete(name);
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
            Optional<ContainerView> view = node.container(pod.getValue());
            if (view.isPresent() && !processes.containsKey(pod.getKey())) {
                String device = view.get().devices().stream()
                        .map(DeviceNode::path)
                        .filter(path -> path.matches("/dev/vfio/[0-9]+"))
                        .findFirst()
                        .orElseThrow()
                        .substring(1);
                assertThat(processes.values())
                        .as("%s is started with %s", pod.getKey(), device)
                        .extracting(Running::device)
                        .doesNotContain(device);
                processes.put(pod.getKey(), new Running(device, node.kernel.open(device)));
                count("process started");
            }
        }
    }

    private void checkNothingIsFreeThatIsHeld(int step) {
        for (Map.Entry<String, Running> process : processes.entrySet()) {
            Holding holding = door.ledger()
                    .holding(ADDRESSES[
                            Integer.parseInt(process.getValue().device().replaceAll("\\D", "")) - 1])
                    .orElseThrow();
            assertThat(holding.holder())
                    .as(
                            "step %d, seed %d: %s has %s open",
                            step, SEED, process.getKey(), process.getValue().device())
                    .isInstanceOf(Holder.Handed.class);
        }
    }

    private void checkNothingIsHeldThatIsFree(int step) {
        List.copyOf(alive.keySet()).forEach(name -> delete(name, false));
        processes.values().forEach(process -> process.open().close());
        processes.clear();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(door.handed())
                        .as("step %d, seed %d", step, SEED)
                        .isEmpty());
        assertThat(door.ledger().holdings()).hasSize(ADDRESSES.length);
    }
}
