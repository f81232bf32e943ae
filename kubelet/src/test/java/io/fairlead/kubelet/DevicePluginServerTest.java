package io.fairlead.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.deviceplugin.v1beta1.AllocateRequest;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateRequest;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateResponse;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerPreferredAllocationRequest;
import io.fairlead.wire.deviceplugin.v1beta1.Device;
import io.fairlead.wire.deviceplugin.v1beta1.DevicePluginGrpc;
import io.fairlead.wire.deviceplugin.v1beta1.Empty;
import io.fairlead.wire.deviceplugin.v1beta1.ListAndWatchResponse;
import io.fairlead.wire.deviceplugin.v1beta1.PreStartContainerRequest;
import io.fairlead.wire.deviceplugin.v1beta1.PreferredAllocationRequest;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicePluginServerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path root;

    private final Gpus gpus = new Gpus();

    @Test
    void itRegistersAsSoonAsThereIsAKubelet() throws IOException {
        try (DevicePluginServer _ = start();
                TestingKubelet kubelet = new TestingKubelet(folder())) {
            await().atMost(PATIENCE).until(() -> !kubelet.registered.isEmpty());
            assertThat(kubelet.registered.getFirst()).satisfies(request -> {
                assertThat(request.getVersion()).isEqualTo("v1beta1");
                assertThat(request.getEndpoint()).isEqualTo("example.com_gpu.sock");
                assertThat(request.getResourceName()).isEqualTo("example.com/gpu");
                assertThat(request.getOptions().getPreStartRequired()).isTrue();
                assertThat(request.getOptions().getGetPreferredAllocationAvailable())
                        .isTrue();
            });
        }
        assertThat(socket()).doesNotExist();
    }

    @Test
    void itRegistersAgainWithEveryNewKubelet() throws IOException {
        try (TestingKubelet kubelet = new TestingKubelet(folder());
                DevicePluginServer _ = start()) {
            for (int starts = 1; starts <= 3; starts++) {
                await().atMost(PATIENCE).until(() -> !kubelet.registered.isEmpty() && listed().size() == 2);
                kubelet.registered.clear();
                kubelet.restart();
            }
            await().atMost(PATIENCE).until(() -> !kubelet.registered.isEmpty() && listed().size() == 2);
        }
    }

    @Test
    void itRegistersAgainWhenItsSocketIsDeleted() throws IOException {
        try (TestingKubelet kubelet = new TestingKubelet(folder());
                DevicePluginServer _ = start()) {
            await().atMost(PATIENCE).until(() -> kubelet.registered.size() == 1);
            Files.delete(socket());
            await().atMost(PATIENCE).until(() -> kubelet.registered.size() == 2 && listed().size() == 2);
        }
    }

    @Test
    void aRefusalIsTriedAgain() throws IOException {
        List<String> refused = new CopyOnWriteArrayList<>();
        try (TestingKubelet kubelet = new TestingKubelet(folder())) {
            kubelet.refusals.set(2);
            DevicePluginServer.Listener listener = new DevicePluginServer.Listener() {
                @Override
                public void refused(String reason) {
                    refused.add(reason);
                }
            };
            try (DevicePluginServer _ = DevicePluginServer.start(KubeletFolder.at(root), gpus, listener)) {
                await().atMost(PATIENCE).until(() -> kubelet.registered.size() == 1);
                assertThat(refused).hasSize(2).allMatch(reason -> reason.contains("already connected"));
            }
        }
    }

    @Test
    void everyChangeIsToldAsAWhole() throws IOException {
        try (DevicePluginServer server = start();
                UnixChannel channel = UnixChannel.to(new SocketPath(socket()))) {
            Iterator<ListAndWatchResponse> stream =
                    DevicePluginGrpc.newBlockingStub(channel.channel()).listAndWatch(Empty.getDefaultInstance());
            List<Device> first = stream.next().getDevicesList();
            assertThat(first).extracting(Device::getID).containsExactly("gpu0", "gpu1");
            assertThat(first).extracting(Device::getHealth).containsExactly("Healthy", "Healthy");
            assertThat(first.get(0).getTopology().getNodes(0).getID()).isEqualTo(1);
            assertThat(first.get(1).hasTopology()).isFalse();
            gpus.broken = true;
            server.devicesChanged();
            assertThat(stream.next().getDevicesList())
                    .extracting(Device::getHealth)
                    .containsExactly("Healthy", "Unhealthy");
        }
    }

    @Test
    void callsReachThePluginAndItsErrorsTheKubelet() throws IOException {
        try (DevicePluginServer _ = start();
                UnixChannel channel = UnixChannel.to(new SocketPath(socket()))) {
            DevicePluginGrpc.DevicePluginBlockingStub kubelet = DevicePluginGrpc.newBlockingStub(channel.channel());
            assertThat(kubelet.getDevicePluginOptions(Empty.getDefaultInstance())
                            .getPreStartRequired())
                    .isTrue();
            ContainerAllocateResponse answer =
                    kubelet.allocate(allocate("gpu1")).getContainerResponses(0);
            assertThat(answer.getEnvsMap()).isEqualTo(Map.of("GPU", "gpu1"));
            assertThat(answer.getDevices(0).getHostPath()).isEqualTo("/dev/gpu1");
            assertThat(answer.getDevices(0).getPermissions()).isEqualTo("rw");
            assertThat(answer.getMounts(0).getReadOnly()).isTrue();
            assertThat(answer.getCdiDevices(0).getName()).isEqualTo("example.com/gpu=gpu1");
            assertThat(answer.getAnnotationsMap()).isEqualTo(Map.of("a", "b"));
            assertThatThrownBy(() -> kubelet.allocate(allocate("gpu7")))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("no such device: gpu7");
            assertThat(kubelet.getPreferredAllocation(PreferredAllocationRequest.newBuilder()
                                    .addContainerRequests(ContainerPreferredAllocationRequest.newBuilder()
                                            .addAvailableDeviceIDs("gpu0")
                                            .addAvailableDeviceIDs("gpu1")
                                            .setAllocationSize(1))
                                    .build())
                            .getContainerResponses(0)
                            .getDeviceIDsList())
                    .containsExactly("gpu1");
            assertThatThrownBy(() -> kubelet.preStartContainer(PreStartContainerRequest.newBuilder()
                            .addDevicesIds("gpu1")
                            .build()))
                    .hasMessageContaining("busy: [gpu1]");
        }
    }

    private DevicePluginServer start() throws IOException {
        return DevicePluginServer.start(KubeletFolder.at(root), gpus, new DevicePluginServer.Listener() {});
    }

    private Path folder() {
        return root.resolve("device-plugins");
    }

    private Path socket() {
        return folder().resolve("example.com_gpu.sock");
    }

    private List<Device> listed() {
        try (UnixChannel channel = UnixChannel.to(new SocketPath(socket()))) {
            return DevicePluginGrpc.newBlockingStub(channel.channel())
                    .withWaitForReady()
                    .listAndWatch(Empty.getDefaultInstance())
                    .next()
                    .getDevicesList();
        }
    }

    private static AllocateRequest allocate(String id) {
        return AllocateRequest.newBuilder()
                .addContainerRequests(ContainerAllocateRequest.newBuilder().addDevicesIds(id))
                .build();
    }

    private static final class Gpus implements DevicePlugin {
        private volatile boolean broken;

        @Override
        public String resource() {
            return "example.com/gpu";
        }

        @Override
        public List<PluginDevice> devices() {
            return List.of(
                    new PluginDevice("gpu0", true, Optional.of(1)),
                    new PluginDevice("gpu1", !broken, Optional.empty()));
        }

        @Override
        public Allocation allocate(List<String> ids) {
            if (!List.of("gpu0", "gpu1").containsAll(ids)) {
                throw new IllegalArgumentException("no such device: " + String.join(", ", ids));
            }
            String id = ids.getFirst();
            return new Allocation(
                    Map.of("GPU", id),
                    List.of(new Node("/dev/gpu", "/dev/" + id, "rw")),
                    List.of(new Mount("/lib/gpu", "/usr/lib/gpu", true)),
                    List.of("example.com/gpu=" + id),
                    Map.of("a", "b"));
        }

        @Override
        public boolean wantsPreStart() {
            return true;
        }

        @Override
        public void preStart(List<String> ids) {
            throw new IllegalStateException("busy: " + ids);
        }

        @Override
        public boolean hasPreference() {
            return true;
        }

        @Override
        public List<String> preferred(Preference asked) {
            return asked.available().reversed().subList(0, asked.size());
        }
    }
}
