package io.fairlead.contract.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceHealth;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.DeviceHealth;
import io.fairlead.dra.DraDriver;
import io.fairlead.dra.Pool;
import io.fairlead.dra.Prepared;
import io.fairlead.kubelet.DraPlugin;
import io.fairlead.kubelet.DraPluginOptions;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.kubelet.PodResourcesClient;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import io.fairlead.wire.podresources.v1.DynamicResource;
import io.fairlead.wire.podresources.v1.PodResources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The driver of the documentation on a node with a real kubelet. */
@RealCluster(nodes = 1)
class DriverRealTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @BeforeEach
    void aClassOfTheDriversDevices(KubernetesClient client) {
        client.resource(new DeviceClassBuilder()
                        .withNewMetadata()
                        .withName(NullDriver.NAME)
                        .endMetadata()
                        .withNewSpec()
                        .addNewSelector()
                        .withNewCel()
                        .withExpression("device.driver == \"" + NullDriver.NAME + "\"")
                        .endCel()
                        .endSelector()
                        .endSpec()
                        .build())
                .create();
    }

    /** Not of a namespace, so they would outlive the test. */
    @AfterEach
    void removeWhatOtherTestsWouldSee(KubernetesClient client) {
        client.resources(ResourceSlice.class)
                .withField("spec.driver", NullDriver.NAME)
                .delete();
        client.resources(DeviceClass.class).withName(NullDriver.NAME).delete();
    }

    @Test
    void aPodGetsTheDeviceThatItsClaimTemplateAsksForAndGivesItBack(KubernetesClient client, RealNode node)
            throws IOException {
        try (DraPlugin _ = start(client, node);
                PodResourcesClient podResources = PodResourcesClient.of(kubelet(node))) {
            Pod pod = runPod(client, node);
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(client.pods().withName("user").getLog())
                                    .startsWith("got null-0\nand its node\n")
                                    .contains(
                                            "{\"apiVersion\":\"metadata.resource.k8s.io/v1beta1\"",
                                            "{\"apiVersion\":\"metadata.resource.k8s.io/v1alpha1\"",
                                            "\"attributes\":{\"color\":{\"string\":\"black\"}}"));
            String claim = pod.getStatus().getResourceClaimStatuses().getFirst().getResourceClaimName();
            assertThat(podResources
                            .get(pod.getMetadata().getNamespace(), "user")
                            .orElseThrow())
                    .extracting(found -> dynamicResource(found).getClaimName())
                    .isEqualTo(claim);
            assertThat(filesOf(node)).hasSize(3);

            deletePod(client, node);
            await().atMost(LONG)
                    .until(() -> client.resources(ResourceClaim.class)
                                    .withName(claim)
                                    .get()
                            == null);
        }
    }

    @Test
    void afterARestartOfTheKubeletItIsRegisteredAndPublishedAgain(KubernetesClient client, RealNode node)
            throws IOException {
        try (DraPlugin _ = start(client, node)) {
            for (int i = 0; i < 2; i++) {
                List<String> before = sliceUids(client);
                heard.clear();
                node.restartKubelet();
                await().atMost(LONG).until(() -> heard.contains("registered"));
                await().atMost(LONG)
                        .untilAsserted(
                                () -> assertThat(sliceUids(client)).hasSize(1).doesNotContainAnyElementsOf(before));
            }
            runPod(client, node);
            deletePod(client, node);
        }
    }

    @Test
    void aRegistrationSocketThatIsDeletedRegistersAgain(KubernetesClient client, RealNode node) throws IOException {
        try (DraPlugin _ = start(client, node)) {
            heard.clear();
            Files.delete(node.kubeletRoot().resolve("plugins_registry/" + NullDriver.NAME + "-reg.sock"));
            await().atMost(LONG).until(() -> heard.contains("registered"));
        }
    }

    @Test
    void aRollingUpdateLeavesNoGap(KubernetesClient client, RealNode node) throws IOException {
        DraPluginOptions older = options(client, node).withRollingUpdate("11111111-9a3b-4f57-9c12-0f6f1f3b2a11");
        DraPluginOptions newer = options(client, node).withRollingUpdate("22222222-9a3b-4f57-9c12-0f6f1f3b2a11");
        DraPlugin first = start(older, node);
        try (DraPlugin _ = start(newer, node)) {
            await().atMost(LONG).until(() -> heard.size() >= 2);
            first.close();
            runPod(client, node);
            deletePod(client, node);
        }
    }

    @Test
    void howADeviceIsShowsInTheStatusOfItsPod(KubernetesClient client, RealNode node) throws IOException {
        DraPluginOptions options = options(client, node);
        Ailing driver = new Ailing(new NullDriver(options.kubelet(), node.cdi()), node.name());
        try (DraPlugin plugin = start(options, node, driver)) {
            runPod(client, node);
            await().atMost(LONG).untilAsserted(() -> assertThat(health(client)).contains("Healthy"));
            driver.state = DeviceHealth.State.UNHEALTHY;
            plugin.healthChanged();
            await().atMost(LONG).untilAsserted(() -> assertThat(health(client)).contains("Unhealthy"));
            deletePod(client, node);
        }
    }

    private static List<String> health(KubernetesClient client) {
        return client.pods().withName("user").require().getStatus().getContainerStatuses().stream()
                .flatMap(container -> container.getAllocatedResourcesStatus().stream())
                .flatMap(resource -> resource.getResources().stream())
                .map(ResourceHealth::getHealth)
                .toList();
    }

    private DraPlugin start(KubernetesClient client, RealNode node) throws IOException {
        DraPlugin plugin = start(options(client, node), node);
        await().atMost(LONG).until(() -> heard.contains("registered"));
        await().atMost(LONG).until(() -> sliceUids(client).size() == 1);
        return plugin;
    }

    private static DraPlugin start(DraPluginOptions options, RealNode node) throws IOException {
        return start(options, node, new NullDriver(options.kubelet(), node.cdi()));
    }

    private static DraPlugin start(DraPluginOptions options, RealNode node, DraDriver driver) throws IOException {
        DraPlugin plugin = DraPlugin.start(options, driver);
        plugin.publish(List.of(Pool.of(node.name(), List.copyOf(NullDriver.DEVICES.values()))));
        return plugin;
    }

    private DraPluginOptions options(KubernetesClient client, RealNode node) {
        return DraPluginOptions.of(NullDriver.NAME, node.name(), client)
                .withKubelet(kubelet(node))
                .withListener(new DraPlugin.Listener() {
                    @Override
                    public void registered() {
                        heard.add("registered");
                    }
                });
    }

    private static KubeletFolder kubelet(RealNode node) {
        return KubeletFolder.ofOtherRoot(node.kubeletRoot());
    }

    private static Pod runPod(KubernetesClient client, RealNode node) throws IOException {
        client.resourceList(objects(node)).create();
        return client.pods()
                .withName("user")
                .waitUntilCondition(
                        found -> "Running".equals(found.getStatus().getPhase()), LONG.toSeconds(), TimeUnit.SECONDS);
    }

    /** And sees that the driver has taken its claim back. */
    private static void deletePod(KubernetesClient client, RealNode node) {
        client.pods().withName("user").delete();
        await().atMost(LONG)
                // They vanish while they are listed.
                .ignoreException(UncheckedIOException.class)
                .untilAsserted(() -> assertThat(filesOf(node)).isEmpty());
    }

    private static DynamicResource dynamicResource(PodResources pod) {
        return pod.getContainers(0).getDynamicResources(0);
    }

    private static List<String> sliceUids(KubernetesClient client) {
        return client
                .resources(ResourceSlice.class)
                .withField("spec.driver", NullDriver.NAME)
                .list()
                .getItems()
                .stream()
                .map(slice -> slice.getMetadata().getUid())
                .toList();
    }

    /** What the driver has written for its claims: CDI devices, and what they mount. */
    private static List<Path> filesOf(RealNode node) throws IOException {
        try (Stream<Path> cdi = Files.walk(node.cdi());
                Stream<Path> metadata = Files.walk(node.kubeletRoot().resolve("plugins/" + NullDriver.NAME))) {
            return Stream.concat(cdi, metadata)
                    .filter(path -> path.toString().endsWith(".json"))
                    .toList();
        }
    }

    private static List<HasMetadata> objects(RealNode node) throws IOException {
        try (InputStream in = Objects.requireNonNull(DriverRealTest.class.getResourceAsStream("null.yaml"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("${image}", node.image());
            return new KubernetesSerialization()
                    .<List<HasMetadata>>unmarshal(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** The same driver, with devices that can fall ill. */
    private static final class Ailing implements DraDriver {
        private final DraDriver driver;
        private final String pool;
        private volatile DeviceHealth.State state = DeviceHealth.State.HEALTHY;

        Ailing(DraDriver driver, String pool) {
            this.driver = driver;
            this.pool = pool;
        }

        @Override
        public Prepared prepare(AllocatedClaim claim) throws Exception {
            return driver.prepare(claim);
        }

        @Override
        public void unprepare(ClaimRef claim) throws Exception {
            driver.unprepare(claim);
        }

        @Override
        public List<DeviceHealth> health() {
            return NullDriver.DEVICES.keySet().stream()
                    .map(device -> new DeviceHealth(
                            pool, device, state, Instant.now(), DeviceHealth.STANDARD_VALIDITY, "as the test says"))
                    .toList();
        }
    }
}
