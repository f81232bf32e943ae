package io.fairlead.testbed.agent;

import static io.fairlead.testbed.agent.AgentNode.FIRST;
import static io.fairlead.testbed.agent.AgentNode.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.node.RealNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent does on a node of every Kubernetes. */
abstract class AgentOnNode {
    AgentNode node;

    @BeforeEach
    void start(Testbed testbed, RealNode real, KubernetesClient client, @TempDir Path host) throws IOException {
        node = new AgentNode(testbed, real, client, host);
    }

    @AfterEach
    void stop() throws IOException {
        node.close();
    }

    @Test
    void aPodGetsAWholeCardThroughItsClaimTemplateAndTheHostGetsItBack() throws Exception {
        assertThat(node.run("card", "pci-card"))
                .contains("MULTIFUNCTION_PCI_RESOURCE_DEVICE_DEV=0000:3b:00.0")
                .contains("character /dev/vfio/11", "character /dev/vfio/12", "character /dev/vfio/vfio")
                .contains("\"apiVersion\":\"metadata.resource.k8s.io/v1beta1\"")
                .contains("\"type\":{\"string\":\"card\"}");
        assertThat(node.driver(FIRST)).isEqualTo("vfio-pci");
        assertThat(node.driver(SECOND)).isEqualTo("vfio-pci");

        node.delete("card");
        node.awaitAllBack();
    }
}
