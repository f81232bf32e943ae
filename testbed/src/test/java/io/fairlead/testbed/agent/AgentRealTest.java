package io.fairlead.testbed.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

@RealCluster(nodes = 1)
class AgentRealTest extends AgentOnNode {
    private static final int KILLS = Integer.getInteger("fairlead.soak.kills", 20);
    private static final int RESTARTS = Integer.getInteger("fairlead.soak.restarts", 5);

    @Test
    void aCardIsRefusedWhileItsFunctionsAreClaimedAndGrantedAfterwards(KubernetesClient client, RealNode node)
            throws Exception {
        assertThat(devices(client)).contains("pci-0000-3b-00-0", "pci-0000-3b-00-1", "card-0000-3b-00");
        run(client, node, "one", "pci-function");
        run(client, node, "two", "pci-function");
        assertThat(client.pods().withName("one").getLog()).contains("PCI_RESOURCE_DEVICE_DEV=0000:3b:00.");

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
        int kills = 0;
        int restarts = 0;
        for (int round = 0; kills < KILLS || restarts < RESTARTS; round++) {
            String name = "round-" + round;
            start(client, node, name, "pci-card");
            // A kubelet that got no answer comes back only after a minute, so not every round begins like that.
            if (round % 5 == 0) {
                Thread.sleep(random.nextInt(1500));
                agent.killAndStartAgain();
                kills++;
            }
            awaitRunning(client, name);
            assertThat(driver(FIRST)).isEqualTo("vfio-pci");
            agent.killAndStartAgain();
            kills++;
            if (restarts < RESTARTS) {
                node.restartKubelet();
                restarts++;
            }
            client.pods().withName(name).delete();
            for (int i = 0; i < 3; i++) {
                Thread.sleep(random.nextInt(1500));
                agent.killAndStartAgain();
                kills++;
            }
            delete(client, name);
            awaitAllBack(node);
        }
        await().atMost(LONG).until(() -> devices(client).contains("card-0000-3b-00"));
    }
}
