package io.fairlead.testbed.deploy;

import static io.fairlead.testbed.deploy.AgentWorld.DRIVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fairlead.agent.Agent;
import io.fairlead.agent.AgentOptions;
import io.fairlead.agent.offer.OfferRules;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingHost;
import io.fairlead.host.simulated.SimulatedKernel;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.testbed.Testbed;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that may do what the deployed role says, and nothing else, does all of its work on a real node. */
@RealCluster(nodes = 1)
class AgentOnItsRoleRealTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    @TempDir
    private Path host;

    /** Not of a namespace, so they would outlive the test. */
    @AfterEach
    void removeWhatOtherTestsWouldSee(KubernetesClient client) {
        client.resources(ResourceSlice.class).withField("spec.driver", DRIVER).delete();
    }

    @Test
    void aClaimIsPublishedForPreparedToldAndTakenBack(Testbed testbed, KubernetesClient client, RealNode node)
            throws IOException {
        Path kubeconfig = AgentAccount.kubeconfig(testbed, node.name(), node.image(), host.resolve("kubeconfig"));
        try (KubernetesClient itself = new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig)))
                        .build();
                Agent agent = Agent.start(options(itself, node))) {
            await().atMost(LONG).until(agent::isReady);
            client.load(new ByteArrayInputStream(objects(node).getBytes(StandardCharsets.UTF_8)))
                    .serverSideApply();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(client.pods()
                                    .withName("user")
                                    .require()
                                    .getStatus()
                                    .getPhase())
                            .isEqualTo("Running"));
            Pod pod = client.pods().withName("user").require();
            String claim = pod.getStatus().getResourceClaimStatuses().getFirst().getResourceClaimName();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(statusOf(client, claim))
                            .extracting(AllocatedDeviceStatus::getDriver)
                            .containsExactly(DRIVER));
            assertThat(agent.ledger().holdings()).hasSize(1);

            client.pods().withName("user").delete();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(agent.ledger().holdings()).isEmpty());
        }
    }

    private AgentOptions options(KubernetesClient client, RealNode node) throws IOException {
        TestingHost machine = TestingHost.empty();
        machine.function("0000:3b:00.0")
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .driver("nouveau")
                .group(11)
                .attribute("reset_method", "flr");
        Path root = host.resolve("root");
        return AgentOptions.of(node.name(), client, SimulatedKernel.in(root, machine.root()))
                .withRules(OfferRules.parse("offers: [{match: {vendors: ['10de']}}]"))
                .withKubelet(KubeletFolder.ofOtherRoot(node.kubeletRoot()))
                .withFolders(node.cdi(), root.resolve("dev"), host.resolve("state"));
    }

    private static List<AllocatedDeviceStatus> statusOf(KubernetesClient client, String claim) {
        return client.resources(ResourceClaim.class)
                .withName(claim)
                .require()
                .getStatus()
                .getDevices();
    }

    /** With the class that is deployed beside the agent. */
    private static String objects(RealNode node) throws IOException {
        return Files.readString(AgentAccount.MANIFESTS.resolve("device-classes.yaml")) + """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: any}
                spec: {spec: {devices: {requests: [{name: one, exactly: {deviceClassName: pci.fairlead.io}}]}}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: user}
                spec:
                  terminationGracePeriodSeconds: 0
                  resourceClaims: [{name: device, resourceClaimTemplateName: any}]
                  containers:
                  - name: main
                    image: %s
                    command: [sleep, "1000"]
                    resources: {claims: [{name: device}]}
                """.formatted(node.image());
    }
}
