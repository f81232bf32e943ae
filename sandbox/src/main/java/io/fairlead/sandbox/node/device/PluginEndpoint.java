package io.fairlead.sandbox.node.device;

import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.deviceplugin.v1beta1.AllocateRequest;
import io.fairlead.wire.deviceplugin.v1beta1.AllocateResponse;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerAllocateRequest;
import io.fairlead.wire.deviceplugin.v1beta1.ContainerPreferredAllocationRequest;
import io.fairlead.wire.deviceplugin.v1beta1.Device;
import io.fairlead.wire.deviceplugin.v1beta1.DevicePluginGrpc;
import io.fairlead.wire.deviceplugin.v1beta1.DevicePluginOptions;
import io.fairlead.wire.deviceplugin.v1beta1.Empty;
import io.fairlead.wire.deviceplugin.v1beta1.PreStartContainerRequest;
import io.fairlead.wire.deviceplugin.v1beta1.PreferredAllocationRequest;
import io.fairlead.wire.deviceplugin.v1beta1.PreferredAllocationResponse;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A connection to a plugin that serves one resource, from its registration until its stream of devices ends. */
final class PluginEndpoint implements AutoCloseable {
    private static final int DIAL_SECONDS = 10;
    private static final int PRE_START_SECONDS = 30;

    private final Path socket;
    private final UnixChannel channel;
    private final DevicePluginGrpc.DevicePluginBlockingStub plugin;
    private final DevicePluginOptions options;

    /** Connects and asks the plugin for its options; those that it gave when it registered count for nothing. */
    PluginEndpoint(Path socket) {
        this.socket = socket;
        this.channel = UnixChannel.to(new SocketPath(socket));
        this.plugin = DevicePluginGrpc.newBlockingStub(channel.channel());
        try {
            this.options = plugin.withDeadlineAfter(DIAL_SECONDS, TimeUnit.SECONDS)
                    .getDevicePluginOptions(Empty.getDefaultInstance());
        } catch (StatusRuntimeException e) {
            channel.close();
            throw e;
        }
    }

    Path socket() {
        return socket;
    }

    /** Tells every list of devices that comes, and then that none will; on a thread of its own. */
    void listen(BiConsumer<PluginEndpoint, List<Device>> listed, Consumer<PluginEndpoint> ended) {
        Thread.ofVirtual().name("devices-" + socket.getFileName()).start(() -> {
            try {
                var _ = UnixChannel.listen(
                        () -> plugin.listAndWatch(Empty.getDefaultInstance()),
                        list -> listed.accept(this, list.getDevicesList()));
            } finally {
                ended.accept(this);
            }
        });
    }

    /** The plugin's wish, or nothing when it has none to tell. */
    List<String> preferred(Collection<String> available, Collection<String> mustHave, int size) {
        if (!options.getGetPreferredAllocationAvailable()) {
            return List.of();
        }
        PreferredAllocationResponse wish = plugin.getPreferredAllocation(PreferredAllocationRequest.newBuilder()
                .addContainerRequests(ContainerPreferredAllocationRequest.newBuilder()
                        .addAllAvailableDeviceIDs(available)
                        .addAllMustIncludeDeviceIDs(mustHave)
                        .setAllocationSize(size))
                .build());
        return wish.getContainerResponsesCount() == 0
                ? List.of()
                : wish.getContainerResponses(0).getDeviceIDsList();
    }

    AllocateResponse allocate(Collection<String> devices) {
        return plugin.allocate(AllocateRequest.newBuilder()
                .addContainerRequests(ContainerAllocateRequest.newBuilder().addAllDevicesIds(devices))
                .build());
    }

    void preStart(Collection<String> devices) {
        if (options.getPreStartRequired()) {
            var _ = plugin.withDeadlineAfter(PRE_START_SECONDS, TimeUnit.SECONDS)
                    .preStartContainer(PreStartContainerRequest.newBuilder()
                            .addAllDevicesIds(devices)
                            .build());
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
