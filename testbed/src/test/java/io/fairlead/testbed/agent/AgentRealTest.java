package io.fairlead.testbed.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
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

@RealCluster(nodes = 1)
class AgentRealTest extends AgentOnNode {
    private static final int KILLS = Integer.getInteger("fairlead.soak.kills", 20);
    private static final int RESTARTS = Integer.getInteger("fairlead.soak.restarts", 5);

    /** Which pod got a function last. */
    private final Map<String, String> holders = new ConcurrentHashMap<>();

    private final AtomicInteger steps = new AtomicInteger();
    private volatile boolean over;

    @Test
    void aCardIsRefusedWhileItsFunctionsAreClaimedAndGrantedAfterwards(KubernetesClient client, RealNode node)
            throws Exception {
        assertThat(devices(client)).contains("pci-0000-3b-00-0", "pci-0000-3b-00-1", "card-0000-3b-00");
        assertThat(run(client, node, "one", "pci-function")).contains("PCI_RESOURCE_DEVICE_DEV=0000:3b:00.");
        run(client, node, "two", "pci-function");

        start(client, node, "card", "pci-card");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(conditions(client, "card"))
                        .anySatisfy(condition ->
                                assertThat(condition.getMessage()).contains("cannot allocate all claims")));

        delete(client, "one");
        delete(client, "two");
        awaitRunning(client, "card");
        delete(client, "card");
        awaitAllBack(node);
    }

    private static List<PodCondition> conditions(KubernetesClient client, String pod) {
        return client.pods().withName(pod).get().getStatus().getConditions().stream()
                .filter(condition -> condition.getMessage() != null)
                .toList();
    }

    @Test
    void killsAndRestartsOfTheKubeletLoseNothing(KubernetesClient client, RealNode node) throws Exception {
        Random random = new Random(6);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> ended = Stream.of("left", "right")
                    .map(user -> threads.submit(() -> comeAndGo(client, node, user)))
                    .toList();
            try {
                for (int kill = 0, restart = 0; kill < KILLS; kill++) {
                    // After every third the pods go on; the others come while the agent starts or has begun to work.
                    if (kill % 3 == 0) {
                        int before = steps.get();
                        await().atMost(LONG).until(() -> steps.get() > before);
                    }
                    Thread.sleep(random.nextInt(3000));
                    agent.killAndStartAgain();
                    if (restart * KILLS < kill * RESTARTS) {
                        node.restartKubelet();
                        restart++;
                    }
                }
            } finally {
                over = true;
            }
            for (Future<Void> user : ended) {
                user.get();
            }
        }
        awaitAllBack(node);
        await().atMost(LONG).until(() -> devices(client).contains("card-0000-3b-00"));
    }

    /** One pod with a function after the other, until it is over; each that runs and each that goes is a step. */
    private Void comeAndGo(KubernetesClient client, RealNode node, String user) throws Exception {
        for (int round = 0; !over; round++) {
            String pod = user + "-" + round;
            String function = run(client, node, pod, "pci-function")
                    .lines()
                    .filter(line -> line.startsWith("PCI_RESOURCE_DEVICE_DEV="))
                    .map(line -> line.substring(line.indexOf('=') + 1))
                    .findFirst()
                    .orElseThrow();
            assertThat(driver(function)).isEqualTo("vfio-pci");
            String before = holders.put(function, pod);
            assertThat(before == null ? null : client.pods().withName(before).get())
                    .as("%s is with %s, and so with nobody else", function, pod)
                    .isNull();
            steps.incrementAndGet();
            delete(client, pod);
            steps.incrementAndGet();
        }
        return null;
    }
}
