package io.fairlead.testbed.agent;

import static io.fairlead.testbed.agent.AgentNode.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.junit.RealCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

@RealCluster(nodes = 1)
class AgentRealTest extends AgentOnNode {
    @Test
    void aCardIsRefusedWhileItsFunctionsAreClaimedAndGrantedAfterwards(KubernetesClient client) throws Exception {
        assertThat(node.devices()).contains("pci-0000-3b-00-0", "pci-0000-3b-00-1", "card-0000-3b-00");
        assertThat(node.run("one", "pci-function")).contains("PCI_RESOURCE_DEVICE_DEV=0000:3b:00.");
        node.run("two", "pci-function");

        node.start("card", "pci-card");
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(conditions(client, "card"))
                        .anySatisfy(condition ->
                                assertThat(condition.getMessage()).contains("cannot allocate all claims")));

        node.delete("one");
        node.delete("two");
        node.awaitRunning("card");
        node.delete("card");
        node.awaitAllBack();
    }

    private static List<PodCondition> conditions(KubernetesClient client, String pod) {
        return client.pods().withName(pod).get().getStatus().getConditions().stream()
                .filter(condition -> condition.getMessage() != null)
                .toList();
    }
}
