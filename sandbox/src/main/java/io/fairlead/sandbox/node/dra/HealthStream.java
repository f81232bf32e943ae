package io.fairlead.sandbox.node.dra;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.health.v1.DRAResourceHealthGrpc;
import io.fairlead.wire.health.v1.NodeWatchResourcesRequest;
import io.fairlead.wire.health.v1.NodeWatchResourcesResponse;
import io.grpc.Channel;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Listens to what a driver says of its devices' health, for as long as the driver is registered. */
final class HealthStream implements AutoCloseable {
    private static final String V1 = "v1.DRAResourceHealth";
    private static final String V1ALPHA1 = "v1alpha1.DRAResourceHealth";

    private final DraEndpoint plugin;
    private final boolean isAlpha;
    private final DeviceHealth health;
    private final Runnable changed;
    private final Duration retry;
    private final Thread thread;

    private HealthStream(DraEndpoint plugin, boolean isAlpha, DeviceHealth health, Runnable changed, Duration retry) {
        this.plugin = plugin;
        this.isAlpha = isAlpha;
        this.health = health;
        this.changed = changed;
        this.retry = retry;
        this.thread = Thread.ofVirtual().name("health-" + plugin.driver()).start(this::listenUntilInterrupted);
    }

    /** Empty when the driver has no such service. */
    static Optional<HealthStream> start(
            DraEndpoint plugin, List<String> services, DeviceHealth health, Runnable changed, Duration retry) {
        return services.contains(V1) || services.contains(V1ALPHA1)
                ? Optional.of(new HealthStream(plugin, !services.contains(V1), health, changed, retry))
                : Optional.empty();
    }

    private void listenUntilInterrupted() {
        try {
            while (listen()) {
                Thread.sleep(retry);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the stream ends; false when the driver does not know the call. */
    private boolean listen() {
        try {
            Channel channel = plugin.channel().channel();
            Status end = isAlpha
                    ? UnixChannel.listen(
                            () -> io.fairlead.wire.health.v1alpha1.DRAResourceHealthGrpc.newBlockingStub(channel)
                                    .nodeWatchResources(
                                            io.fairlead.wire.health.v1alpha1.NodeWatchResourcesRequest
                                                    .getDefaultInstance()),
                            said -> take(current(said)))
                    : UnixChannel.listen(
                            () -> DRAResourceHealthGrpc.newBlockingStub(channel)
                                    .nodeWatchResources(NodeWatchResourcesRequest.getDefaultInstance()),
                            this::take);
            return end.getCode() != Status.Code.UNIMPLEMENTED;
        } finally {
            health.forget(plugin.driver());
            changed.run();
        }
    }

    private void take(NodeWatchResourcesResponse said) {
        boolean news = false;
        for (io.fairlead.wire.health.v1.DeviceHealth device : said.getDevicesList()) {
            news |= health.report(plugin.driver(), device);
        }
        if (news) {
            changed.run();
        }
    }

    private static NodeWatchResourcesResponse current(
            io.fairlead.wire.health.v1alpha1.NodeWatchResourcesResponse said) {
        try {
            return NodeWatchResourcesResponse.parseFrom(said.toByteString());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a message of one version is none of the other", e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
