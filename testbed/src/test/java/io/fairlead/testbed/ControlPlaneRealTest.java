package io.fairlead.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.junit.TestNamespace;
import io.fairlead.testbed.system.Command;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@RealCluster
class ControlPlaneRealTest {
    @Test
    void theApiServerHasTheVersionThatWasAskedFor(Testbed testbed, KubernetesClient client) {
        assertThat(client.getKubernetesVersion().getGitVersion()).isEqualTo("v" + testbed.version());
    }

    @Test
    void aTestHasANamespaceOfItsOwn(KubernetesClient client, TestNamespace namespace) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("mine")
                        .endMetadata()
                        .build())
                .create();
        assertThat(client.configMaps()
                        .inNamespace(namespace.name())
                        .withName("mine")
                        .get())
                .isNotNull();
    }

    @Test
    void theSchedulerSaysWhyAPodHasNoNode(KubernetesClient client) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("lonely")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("c")
                        .withImage("none")
                        .endContainer()
                        .addToNodeSelector("no-such", "label")
                        .endSpec()
                        .build())
                .create();
        client.pods()
                .withName("lonely")
                .waitUntilCondition(
                        pod -> pod.getStatus().getConditions().stream()
                                .anyMatch(condition -> "Unschedulable".equals(condition.getReason())),
                        2,
                        TimeUnit.MINUTES);
    }

    @Test
    void bareHttpWorksWithTheTlsContext(Testbed testbed) throws IOException, InterruptedException {
        URI path = testbed.url().resolve("/apis/resource.k8s.io/v1/deviceclasses");
        try (HttpClient http = HttpClient.newBuilder().sslContext(testbed.tls()).build()) {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(path).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("DeviceClassList");
        }
    }

    @Test
    void realKubectlWorksWithTheKubeconfig(Testbed testbed) {
        String output = Command.require(
                testbed.kubectl().toString(),
                "--kubeconfig",
                testbed.kubeconfig().toString(),
                "version");
        assertThat(output).contains("Client Version: v" + testbed.version(), "Server Version: v" + testbed.version());
    }
}
