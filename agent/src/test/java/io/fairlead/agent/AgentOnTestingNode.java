package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfigurationBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.agent.dra.PciDriver;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** An agent on a simulated machine; the test plays the scheduler and the kubelet. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AgentOnTestingNode {
    static final Duration LONG = Duration.ofMinutes(2);
    static final String GPU = "pci-0000-3b-00-0";
    static final String AUDIO = "pci-0000-3b-00-1";
    static final String CARD = "card-0000-3b-00";
    static final String VIRTUAL = "pci-0000-5e-10-0";
    static final String OTHER_VIRTUAL = "pci-0000-5e-10-2";

    Sandbox sandbox;
    private int nodes;

    @TempDir
    Path root;

    TestingNode node;

    @BeforeAll
    void startSandbox() {
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(0));
    }

    @AfterAll
    void stopSandbox() {
        sandbox.close();
    }

    @BeforeEach
    void start() throws Exception {
        node = new TestingNode("node-" + nodes++, root, sandbox.client());
        node.start();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    DeviceRequestAllocationResult result(String request, String device) {
        return node.result(request, device);
    }

    void assertAllBack() throws Exception {
        assertThat(node.driver(TestingMachine.GPU)).isEqualTo("nouveau");
        assertThat(node.driver(TestingMachine.AUDIO)).isEqualTo("snd_hda_intel");
        assertThat(node.driver(TestingMachine.VIRTUAL)).isEqualTo("igbvf");
        assertThat(node.kernel.virtualFunction("eth0", 0)).isEqualTo(VfSettings.CLEARED);
        assertThat(Files.exists(node.cdi()) ? node.files.list(node.cdi()) : List.of())
                .isEmpty();
        assertThat(node.files.list(node.kubeletRoot().resolve("plugins/" + PciDriver.NAME + "/dra-device-metadata")))
                .isEmpty();
    }

    /** The agent writes to the status too, at any moment. */
    ResourceClaim status(ResourceClaim claim, UnaryOperator<ResourceClaimStatus> change) {
        return await().atMost(LONG)
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(
                        () -> sandbox.client()
                                .resources(ResourceClaim.class)
                                .inNamespace("default")
                                .withName(claim.getMetadata().getName())
                                .editStatus(now -> now.edit()
                                        .withStatus(change.apply(now.getStatus()))
                                        .build()),
                        Objects::nonNull);
    }

    static DeviceAllocationConfiguration config(Map<String, Object> parameters, String... requests) {
        return new DeviceAllocationConfigurationBuilder()
                .withSource("FromClaim")
                .withRequests(requests)
                .withNewOpaque()
                .withDriver(PciDriver.NAME)
                .withParameters(parameters)
                .endOpaque()
                .build();
    }

    static Map<String, Object> parameters(Object... more) {
        Map<String, Object> all = new TreeMap<>(Map.of("apiVersion", "pci.fairlead.io/v1alpha1", "kind", "VfioConfig"));
        for (int i = 0; i < more.length; i += 2) {
            all.put((String) more[i], more[i + 1]);
        }
        return all;
    }

    static Map<String, String> network(String claim, String mac) {
        return Map.of(
                "kubevirt.io/dra-networks",
                "[{\"claimName\":\"%s\",\"requestName\":\"nic\",\"mac\":\"%s\"}]".formatted(claim, mac));
    }
}
