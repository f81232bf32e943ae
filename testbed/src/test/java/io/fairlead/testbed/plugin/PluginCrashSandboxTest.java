package io.fairlead.testbed.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.agent.Life;
import io.fairlead.agent.plugin.ClaimState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole way of a device to a pod and back, with an agent that is killed at one of its writes to the ledger or the kernel:
 * at the first, at the second, until one lives to the end. The next agent goes on from what it finds.
 */
@Tag("long")
class PluginCrashSandboxTest {
    private static final String GPU = "nvidia.com/TU104GL_TESLA_T4";
    private static final String ADDRESS = "0000:01:00.0";
    private static final String SIBLING = "0000:01:00.1";
    /** A way without a death has fewer writes. */
    private static final int TOO_MANY = 100;

    @TempDir
    private Path folder;

    private PluggedNode node;
    private TestedDoor door;
    private String pod = "";
    private int pods;

    @BeforeEach
    void aNodeWithOneCard() throws IOException {
        node = new PluggedNode(new Cards().gpuWithAudio("0000:01:00", 1).kernel(), folder, new FilesInMemory());
        door = node.door;
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereverItDiesTheNextOneFinishes(boolean lastWriteHappens) throws Exception {
        int write = 1;
        boolean died = true;
        while (died) {
            assertThat(write).isLessThan(TOO_MANY);
            Life life = Life.until(write, lastWriteHappens);
            door.live(life);
            thereAndBack();
            died = life.isDead();
            write++;
        }
        assertThat(write).as("writes on the way").isGreaterThan(8);
    }

    private void thereAndBack() throws Exception {
        door.claim(ADDRESS);
        reach(() -> door.state(ADDRESS) instanceof ClaimState.Ready && isAllocatable());
        createPod();
        reach(this::podRuns);
        reach(() -> door.handed().size() == 1);
        assertThat(node.driver(ADDRESS)).contains("vfio-pci");

        node.delete(pod);
        reach(() -> door.handed().isEmpty());
        door.claim();
        reach(() -> door.state(ADDRESS) instanceof ClaimState.Gone
                && door.ledger().holdings().isEmpty()
                && door.ledger().doors().isEmpty());
        assertThat(node.driver(ADDRESS)).contains("nouveau");
        assertThat(node.driver(SIBLING)).contains("snd_hda_intel");
    }

    private boolean isAllocatable() {
        return new Quantity("1")
                .equals(node.client
                        .nodes()
                        .withName(node.node.name())
                        .get()
                        .getStatus()
                        .getAllocatable()
                        .get(GPU));
    }

    private void createPod() {
        pod = "vm-" + ++pods;
        node.create(pod, Map.of(GPU, 1));
    }

    /** A pod whose devices could not be allocated is lost for good; whoever made it makes another. */
    private boolean podRuns() {
        String phase = node.client
                .pods()
                .inNamespace("default")
                .withName(pod)
                .get()
                .getStatus()
                .getPhase();
        if ("Failed".equals(phase)) {
            node.delete(pod);
            createPod();
        }
        return "Running".equals(phase);
    }

    /** Has the dead followed by another, who lives. */
    private void reach(Callable<Boolean> goal) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> {
                    if (door.isDead()) {
                        door.crash();
                    }
                    return goal.call();
                });
    }
}
