package io.fairlead.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.junit.TestNamespace;
import io.fairlead.testbed.node.RealNode;
import io.fairlead.testbed.system.Command;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@RealCluster(nodes = 2)
class NodeRealTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    @Test
    void aPodRunsAndItsLogsAndShellAreReachable(
            Testbed testbed, KubernetesClient client, TestNamespace namespace, RealNode node) {
        client.resource(pod("hello", node, "echo hello from $(hostname); exec sleep 1000"))
                .create();
        running(client, "hello");
        await().atMost(LONG)
                .untilAsserted(() ->
                        assertThat(client.pods().withName("hello").getLog()).isEqualTo("hello from hello\n"));
        Command.Result shell = Command.run(
                testbed.kubectl().toString(),
                "--kubeconfig=" + testbed.kubeconfig(),
                "--namespace=" + namespace.name(),
                "exec",
                "hello",
                "--",
                "cat",
                "/proc/1/cmdline");
        assertThat(shell.output()).contains("sleep").contains("1000");
    }

    @Test
    void podsOfTwoNodesReachEachOther(KubernetesClient client, RealNode first, RealNode second) {
        assertThat(first.name()).isNotEqualTo(second.name());
        client.resource(pod("server", first, "echo found > /tmp/index.html; exec httpd -f -p 8080 -h /tmp"))
                .create();
        String address = running(client, "server").getStatus().getPodIP();
        client.resource(pod(
                        "client",
                        second,
                        "until wget -q -O - http://" + address + ":8080/; do sleep 1; done; exec sleep 1000"))
                .create();
        running(client, "client");
        await().atMost(LONG)
                .untilAsserted(() ->
                        assertThat(client.pods().withName("client").getLog()).endsWith("found\n"));
    }

    @Test
    void aPodSurvivesARestartOfTheKubelet(KubernetesClient client, RealNode node) {
        client.resource(pod("steady", node, "exec sleep 1000")).create();
        String container = running(client, "steady")
                .getStatus()
                .getContainerStatuses()
                .getFirst()
                .getContainerID();
        node.restartKubelet();
        assertThat(running(client, "steady")
                        .getStatus()
                        .getContainerStatuses()
                        .getFirst()
                        .getContainerID())
                .isEqualTo(container);
        client.pods().withName("steady").delete();
        client.pods().withName("steady").waitUntilCondition(pod -> pod == null, LONG.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void commandsRunInTheNodesOwnNamespaces(RealNode node) {
        assertThat(node.exec("ip", "-brief", "address", "show", "eth0").output())
                .contains(node.address().getHostAddress());
        assertThat(node.exec("ls", "/var/lib/kubelet").output()).contains("plugins_registry");
        assertThat(node.kubeletRoot().resolve("plugins_registry")).isDirectory();
    }

    private static Pod running(KubernetesClient client, String name) {
        return client.pods()
                .withName(name)
                .waitUntilCondition(
                        pod -> "Running".equals(pod.getStatus().getPhase()), LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static Pod pod(String name, RealNode node, String script) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node.name())
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage(node.image())
                .withCommand("sh", "-c", script)
                .endContainer()
                .endSpec()
                .build();
    }
}
