package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explanations of what is in a running cluster: two nodes with two cards each, and node-1 is taken. */
class ExplainSandboxTest {
    private static final String CLUSTER = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: "device.driver == 'simulated.fairlead.io'"}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: two-gpus}
            spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: 2}}]}}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: both}
            spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: 2}}]}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: holder}
            spec:
              nodeSelector: {kubernetes.io/hostname: node-1}
              resourceClaims: [{name: gpu, resourceClaimName: both}]
              containers: [{name: main, image: none, resources: {claims: [{name: gpu}]}}]
            """;
    private static final String WAITING = """
            apiVersion: v1
            kind: Pod
            metadata: {name: waiting}
            spec:
              nodeSelector: {kubernetes.io/hostname: node-1}
              resourceClaims: [{name: gpu, resourceClaimTemplateName: two-gpus}]
              containers: [{name: main, image: none, resources: {claims: [{name: gpu}]}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: choosy}
            spec:
              devices:
                requests:
                - name: gpu
                  exactly:
                    deviceClassName: gpu
                    selectors: [{cel: {expression: "device.attributes['simulated.fairlead.io'].model == 'a100'"}}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: choosy}
            spec:
              resourceClaims: [{name: gpu, resourceClaimName: choosy}]
              containers: [{name: main, image: none, resources: {claims: [{name: gpu}]}}]
            ---
            apiVersion: kubevirt.io/v1
            kind: VirtualMachineInstance
            metadata: {name: win11}
            spec:
              domain: {devices: {}, memory: {guest: 2Gi}}
              resourceClaims: [{name: gpu, resourceClaimName: choosy}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: virt-launcher-win11-x2x4z, labels: {vm.kubevirt.io/name: win11}}
            spec:
              resourceClaims: [{name: gpu, resourceClaimName: choosy}]
              containers: [{name: compute, image: none, resources: {claims: [{name: gpu}]}}]
            ---
            apiVersion: kubevirt.io/v1
            kind: VirtualMachineInstance
            metadata: {name: unborn}
            spec:
              domain: {devices: {}, memory: {guest: 2Gi}}
              resourceClaims: [{name: gpu, resourceClaimTemplateName: two-gpus}]
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Sandbox sandbox;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path kubeconfig;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void aClusterWithATakenNode() throws IOException {
        sandbox = Sandbox.start(SandboxOptions.defaults().withNodes(2));
        kubeconfig = Files.writeString(directory.resolve("kubeconfig"), sandbox.kubeconfig());
        KubernetesClient client = sandbox.client();
        String name = "virtualmachineinstances.kubevirt.io";
        try (InputStream crd = ExplainSandboxTest.class.getResourceAsStream("/crds/" + name + "-v1.yml")) {
            client.load(Objects.requireNonNull(crd)).create();
        }
        patiently()
                .until(() -> isServed(client.resources(CustomResourceDefinition.class)
                        .withName(name)
                        .get()));
        patiently()
                .until(() ->
                        client.resources(ResourceSlice.class).list().getItems().size() == 2);
        create(CLUSTER);
        patiently()
                .until(() -> ClaimsToExplain.isAllocated(client.resources(ResourceClaim.class)
                        .inNamespace("default")
                        .withName("both")
                        .get()));
        create(WAITING);
        patiently()
                .until(() -> !client.pods()
                        .inNamespace("default")
                        .withName("waiting")
                        .get()
                        .getStatus()
                        .getResourceClaimStatuses()
                        .isEmpty());
    }

    @AfterAll
    static void stop() {
        sandbox.close();
    }

    @Test
    void aPodLearnsWhichPodHoldsTheDevices() {
        assertThat(explain("pod", "waiting")).isZero();
        assertThat(out.toString())
                .startsWith("claim waiting-gpu-")
                .contains("fits on 1 of 2 nodes")
                .containsSubsequence("node-2: fits", "node-1: does not fit")
                .contains("2 needed, 0 free and suitable; taken: gpu-0, gpu-1 by claim default/both (pod holder)");
    }

    @Test
    void oneNodeIsLookedAtWhenItIsNamed() {
        assertThat(explain("pod", "waiting", "--node", "node-2")).isZero();
        assertThat(out.toString()).contains("fits on 1 of 1 node").doesNotContain("node-1");
        assertThat(explain("pod", "waiting", "--node", "node-9")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("fairlead: there is no node node-9");
    }

    @Test
    void aSelectorThatNoDevicePassesIsShownWithWhatItSaw() {
        assertThat(explain("pod", "choosy")).isZero();
        assertThat(out.toString())
                .contains("claim choosy: fits on 0 of 2 nodes")
                .contains("model == 'a100'")
                .contains("Simulated 9000");
    }

    @Test
    void aMachineIsExplainedByItsLauncher() throws IOException {
        assertThat(explain("vmi", "win11", "-o", "json")).isZero();
        JsonNode nodes = new ObjectMapper().readTree(out.toString());
        assertThat(nodes).hasSize(2).allSatisfy(node -> {
            assertThat(node.path("fits").asBoolean(true)).isFalse();
            assertThat(node.path("reasons").path(0).path("obstacle").asText()).isEqualTo("SELECTOR");
            assertThat(node.path("reasons").path(0).path("text").asText()).contains("Simulated 9000");
        });
    }

    @Test
    void aMachineWithoutALauncherIsExplainedByWhatItAsksFor() throws IOException {
        assertThat(explain("vmi", "unborn", "-o", "json")).isZero();
        JsonNode nodes = new ObjectMapper().readTree(out.toString());
        assertThat(nodes.findValuesAsText("node")).containsExactly("node-2", "node-1");
        assertThat(nodes.path(0).path("fits").asBoolean()).isTrue();
        assertThat(nodes.path(1).path("reasons").path(0).path("text").asText()).contains("by claim default/both");
    }

    @Test
    void aClaimThatHasItsDevicesIsNamedWithThem() {
        assertThat(explain("claim", "both")).isEqualTo(1);
        assertThat(err.toString().lines())
                .containsExactly("fairlead: nothing to find: claim default/both has its devices already:"
                        + " gpu-0, gpu-1 of pool node-1");
    }

    @Test
    void whatIsNotThereIsOneLine() {
        List.of("pod", "claim", "vmi")
                .forEach(kind -> assertThat(explain(kind, "absent")).isEqualTo(1));
        assertThat(err.toString().lines())
                .containsExactly(
                        "fairlead: there is no Pod default/absent",
                        "fairlead: there is no ResourceClaim default/absent",
                        "fairlead: there is no VirtualMachineInstance default/absent");
        assertThat(out.toString()).isEmpty();
    }

    private static ConditionFactory patiently() {
        return await().atMost(Duration.ofMinutes(2));
    }

    private static boolean isServed(CustomResourceDefinition crd) {
        return crd.getStatus() != null
                && crd.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Established")
                                && condition.getStatus().equals("True"));
    }

    private static void create(String yaml) {
        sandbox.client()
                .load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .inNamespace("default")
                .create();
    }

    private int explain(String kind, String name, String... more) {
        String[] args = {"explain", kind, name, "--kubeconfig", kubeconfig.toString()};
        return run(Stream.of(args, more).flatMap(Arrays::stream).toArray(String[]::new));
    }

    private int run(String... args) {
        return Fairlead.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
