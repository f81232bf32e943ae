package io.fairlead.testbed.agent;

import static io.fairlead.testbed.agent.AgentNode.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On two nodes at a time: after a kill, both mostly wait for what their kubelets try again. */
@RealCluster(nodes = 2)
class AgentKillsRealTest {
    private static final int KILLS_A_NODE = Integer.getInteger("fairlead.soak.kills", 20) / 2;
    private static final int RESTARTS_A_NODE = Integer.getInteger("fairlead.soak.restarts", 6) / 2;

    @Test
    void killsAndRestartsOfTheKubeletLoseNothing(
            Testbed testbed,
            KubernetesClient client,
            RealNode left,
            RealNode right,
            @TempDir Path leftHost,
            @TempDir Path rightHost)
            throws Exception {
        try (AgentNode first = new AgentNode(testbed, left, client, leftHost);
                AgentNode second = new AgentNode(testbed, right, client, rightHost)) {
            inParallel(new Nuisance(first, client, "left", 6)::kill, new Nuisance(second, client, "right", 7)::kill);
        }
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void inParallel(Task... tasks) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> running = Stream.of(tasks)
                    .map(task -> threads.submit(() -> {
                        task.run();
                        return (Void) null;
                    }))
                    .toList();
            for (Future<Void> task : running) {
                task.get();
            }
        }
    }

    /** Kills a node's agent and kubelet while two users take and leave its functions. */
    private static final class Nuisance {
        private final AgentNode node;
        private final KubernetesClient client;
        private final String name;
        private final Random random;

        /** Which pod got a function last. */
        private final Map<String, String> holders = new ConcurrentHashMap<>();

        private final AtomicInteger steps = new AtomicInteger();
        private volatile boolean over;

        Nuisance(AgentNode node, KubernetesClient client, String name, int seed) {
            this.node = node;
            this.client = client;
            this.name = name;
            this.random = new Random(seed);
        }

        void kill() throws Exception {
            inParallel(this::killAgain, () -> comeAndGo(name + "-a"), () -> comeAndGo(name + "-b"));
            node.awaitAllBack();
            node.awaitPublished();
        }

        private void killAgain() throws Exception {
            try {
                for (int kill = 0, restart = 0; kill < KILLS_A_NODE; kill++) {
                    // After every third the pods go on; the others come while the agent starts or has begun to work.
                    if (kill % 3 == 0) {
                        int before = steps.get();
                        await().atMost(LONG).until(() -> steps.get() > before);
                    }
                    Thread.sleep(random.nextInt(3000));
                    node.killAgentAndStartItAgain();
                    if (restart * KILLS_A_NODE < kill * RESTARTS_A_NODE) {
                        node.restartKubelet();
                        restart++;
                    }
                }
            } finally {
                over = true;
            }
        }

        /** One pod with a function after the other, until it is over; each that runs and each that goes is a step. */
        private void comeAndGo(String user) throws Exception {
            for (int round = 0; !over; round++) {
                String pod = user + "-" + round;
                String function = node.run(pod, "pci-function")
                        .lines()
                        .filter(line -> line.startsWith("PCI_RESOURCE_DEVICE_DEV="))
                        .map(line -> line.substring(line.indexOf('=') + 1))
                        .findFirst()
                        .orElseThrow();
                assertThat(node.driver(function)).isEqualTo("vfio-pci");
                String before = holders.put(function, pod);
                assertThat(
                                before == null
                                        ? null
                                        : client.pods().withName(before).get())
                        .as("%s is with %s, and so with nobody else", function, pod)
                        .isNull();
                steps.incrementAndGet();
                node.delete(pod);
                steps.incrementAndGet();
            }
        }
    }
}
