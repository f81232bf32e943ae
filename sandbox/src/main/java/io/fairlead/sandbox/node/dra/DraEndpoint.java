package io.fairlead.sandbox.node.dra;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodePrepareResourcesResponse;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesResponse;
import io.grpc.ConnectivityState;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A connection to one instance of a driver, in the version that was chosen at its registration. */
final class DraEndpoint implements AutoCloseable {
    /** In the words of the registration. */
    static final String V1 = "v1.DRAPlugin";

    static final String V1BETA1 = "v1beta1.DRAPlugin";
    static final List<String> KNOWN = List.of(V1, V1BETA1);
    private static final int CALL_SECONDS = 45;

    private final String driver;
    private final Path endpoint;
    private final boolean isBeta;
    private final UnixChannel channel;

    DraEndpoint(String driver, Path endpoint, String version) {
        this.driver = driver;
        this.endpoint = endpoint;
        this.isBeta = version.equals(V1BETA1);
        this.channel = UnixChannel.to(new SocketPath(endpoint));
    }

    String driver() {
        return driver;
    }

    Path endpoint() {
        return endpoint;
    }

    UnixChannel channel() {
        return channel;
    }

    boolean isConnected() {
        return channel.channel().getState(false) == ConnectivityState.READY;
    }

    /** Connects without being asked anything, and calls back at every change, also to ask for the connection again. */
    void follow(Runnable changed) {
        ConnectivityState state = channel.channel().getState(true);
        changed.run();
        if (state != ConnectivityState.SHUTDOWN) {
            channel.channel().notifyWhenStateChanged(state, () -> follow(changed));
        }
    }

    NodePrepareResourcesResponse prepare(NodePrepareResourcesRequest request) {
        if (!isBeta) {
            return DRAPluginGrpc.newBlockingStub(channel.channel())
                    .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
                    .nodePrepareResources(request);
        }
        return as(
                NodePrepareResourcesResponse.parser(),
                beta().nodePrepareResources(
                                as(io.fairlead.wire.dra.v1beta1.NodePrepareResourcesRequest.parser(), request)));
    }

    NodeUnprepareResourcesResponse unprepare(NodeUnprepareResourcesRequest request) {
        if (!isBeta) {
            return DRAPluginGrpc.newBlockingStub(channel.channel())
                    .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS)
                    .nodeUnprepareResources(request);
        }
        return as(
                NodeUnprepareResourcesResponse.parser(),
                beta().nodeUnprepareResources(
                                as(io.fairlead.wire.dra.v1beta1.NodeUnprepareResourcesRequest.parser(), request)));
    }

    private io.fairlead.wire.dra.v1beta1.DRAPluginGrpc.DRAPluginBlockingStub beta() {
        return io.fairlead.wire.dra.v1beta1.DRAPluginGrpc.newBlockingStub(channel.channel())
                .withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
    }

    /** The versions' messages are the same bytes, but for what is new in v1. */
    private static <T> T as(Parser<T> parser, MessageLite message) {
        try {
            return parser.parseFrom(message.toByteString());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a message of one version is none of the other", e);
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
