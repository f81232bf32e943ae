package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.node.LabNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@NestedLab
class LabNodeLabTest {
    @Test
    void aPodRunsThereAndItsLogsAreReachable(KubernetesClient client, LabNode node) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("hello")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node.name())
                        .withTerminationGracePeriodSeconds(0L)
                        .addNewContainer()
                        .withName("main")
                        .withImage(node.image())
                        .withCommand("sh", "-c", "uname -r; exec sleep 1000")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        String kernel = node.lab().require("uname -r");
        await().atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions()
                .untilAsserted(() ->
                        assertThat(client.pods().withName("hello").getLog()).isEqualTo(kernel));
    }
}
