package io.fairlead.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RealCluster(nodes = 1)
class DynamicResourcesRealTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    /** Not of a namespace, so they would outlive the test. */
    @AfterEach
    void removeWhatOtherTestsWouldSee(KubernetesClient client) {
        client.resources(ResourceSlice.class).withName("tiny").delete();
        client.resources(DeviceClass.class).withName("tiny").delete();
    }

    @Test
    void aPodGetsTheDeviceThatItsClaimTemplateAsksForAndGivesItBack(KubernetesClient client, RealNode node)
            throws IOException {
        try (TinyDriver driver = new TinyDriver(node, client)) {
            assertThat(driver.registered().getError()).isEmpty();
            assertThat(driver.registered().getPluginRegistered()).isTrue();

            client.resourceList(objects(node)).create();
            Pod pod = client.pods()
                    .withName("user")
                    .waitUntilCondition(
                            found -> "Running".equals(found.getStatus().getPhase()),
                            LONG.toSeconds(),
                            TimeUnit.SECONDS);
            await().atMost(LONG)
                    .untilAsserted(() ->
                            assertThat(client.pods().withName("user").getLog()).isEqualTo("got dev-0\nand its node\n"));

            String claimName =
                    pod.getStatus().getResourceClaimStatuses().getFirst().getResourceClaimName();
            String claim = client.resources(ResourceClaim.class)
                    .withName(claimName)
                    .require()
                    .getMetadata()
                    .getUid();
            assertThat(node.cdi().resolve("tiny-" + claim + ".json")).exists();
            assertThat(driver.unprepared()).isEmpty();

            client.pods().withName("user").delete();
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(driver.unprepared()).contains(claim));
            await().atMost(LONG)
                    .until(() -> client.resources(ResourceClaim.class)
                                    .withName(claimName)
                                    .get()
                            == null);
            assertThat(node.cdi().resolve("tiny-" + claim + ".json")).doesNotExist();
        }
    }

    private List<HasMetadata> objects(RealNode node) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("tiny.yaml"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${node}", node.name())
                    .replace("${image}", node.image());
            return new KubernetesSerialization()
                    .<List<HasMetadata>>unmarshal(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
