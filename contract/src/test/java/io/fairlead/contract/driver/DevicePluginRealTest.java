package io.fairlead.contract.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.kubelet.DevicePlugin;
import io.fairlead.kubelet.DevicePluginServer;
import io.fairlead.kubelet.KubeletFolder;
import io.fairlead.kubelet.PodResourcesClient;
import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.node.RealNode;
import io.fairlead.wire.podresources.v1.ContainerDevices;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@RealCluster(nodes = 1)
class DevicePluginRealTest {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final String RESOURCE = "example.com/null";

    private final Nulls nulls = new Nulls();

    @Test
    void aContainerGetsTheDeviceThatThePluginPrefers(KubernetesClient client, RealNode node) throws IOException {
        KubeletFolder kubelet = KubeletFolder.ofOtherRoot(node.kubeletRoot());
        try (DevicePluginServer server = start(kubelet);
                PodResourcesClient podResources = PodResourcesClient.of(kubelet)) {
            awaitAllocatable(client, node, "3");
            client.resource(new PodBuilder()
                            .withNewMetadata()
                            .withName("user")
                            .endMetadata()
                            .withNewSpec()
                            .withTerminationGracePeriodSeconds(0L)
                            .withNodeName(node.name())
                            .addNewContainer()
                            .withName("main")
                            .withImage(node.image())
                            .withCommand("sh", "-c", "echo got $NULL; test -c /dev/other-null && exec sleep 1000")
                            .withNewResources()
                            .addToLimits(RESOURCE, new Quantity("1"))
                            .endResources()
                            .endContainer()
                            .endSpec()
                            .build())
                    .create();
            await().atMost(LONG)
                    .ignoreExceptions()
                    .untilAsserted(() ->
                            assertThat(client.pods().withName("user").getLog()).isEqualTo("got null-1\n"));
            assertThat(nulls.started).containsExactly("null-1");
            assertThat(podResources.list().stream()
                            .flatMap(pod -> pod.getContainersList().stream())
                            .flatMap(container -> container.getDevicesList().stream())
                            .filter(devices -> devices.getResourceName().equals(RESOURCE)))
                    .flatExtracting(ContainerDevices::getDeviceIdsList)
                    .containsExactly("null-1");
            assertThat(podResources.allocatable().getDevicesList())
                    .filteredOn(devices -> devices.getResourceName().equals(RESOURCE))
                    .flatExtracting(ContainerDevices::getDeviceIdsList)
                    .containsExactlyInAnyOrder("null-0", "null-1", "null-2");

            nulls.broken = true;
            server.devicesChanged();
            awaitAllocatable(client, node, "2");

            node.restartKubelet();
            nulls.broken = false;
            server.devicesChanged();
            awaitAllocatable(client, node, "3");
        }
        awaitAllocatable(client, node, "0");
    }

    private DevicePluginServer start(KubeletFolder kubelet) throws IOException {
        return DevicePluginServer.start(kubelet, nulls, new DevicePluginServer.Listener() {});
    }

    private static void awaitAllocatable(KubernetesClient client, RealNode node, String amount) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(client.nodes()
                                .withName(node.name())
                                .require()
                                .getStatus()
                                .getAllocatable())
                        .containsEntry(RESOURCE, new Quantity(amount)));
    }

    private static final class Nulls implements DevicePlugin {
        private final List<String> started = new CopyOnWriteArrayList<>();
        private volatile boolean broken;

        @Override
        public String resource() {
            return RESOURCE;
        }

        @Override
        public List<PluginDevice> devices() {
            return List.of(
                    new PluginDevice("null-0", true, Optional.empty()),
                    new PluginDevice("null-1", true, Optional.empty()),
                    new PluginDevice("null-2", !broken, Optional.empty()));
        }

        @Override
        public Allocation allocate(List<String> ids) {
            return Allocation.of(
                    Map.of("NULL", String.join(",", ids)), List.of(new Node("/dev/other-null", "/dev/null", "rw")));
        }

        @Override
        public boolean hasPreference() {
            return true;
        }

        @Override
        public List<String> preferred(Preference asked) {
            return List.of("null-1");
        }

        @Override
        public boolean wantsPreStart() {
            return true;
        }

        @Override
        public void preStart(List<String> ids) {
            started.addAll(ids);
        }
    }
}
