package io.fairlead.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.wire.health.v1.DRAResourceHealthGrpc;
import io.fairlead.wire.health.v1.NodeWatchResourcesRequest;
import io.fairlead.wire.health.v1.NodeWatchResourcesResponse;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixSocketTest {
    @TempDir
    private Path folder;

    @Test
    void aCallTravelsThroughASocketThatOnlyItsOwnerMayUse() throws IOException {
        SocketPath socket = new SocketPath(folder.resolve("a.sock"));
        try (UnixServer server = UnixServer.start(socket, List.of(new Named("gpu.example.com")));
                UnixChannel channel = UnixChannel.to(socket)) {
            assertThat(name(channel)).isEqualTo("gpu.example.com");
            assertThat(Files.getPosixFilePermissions(server.path()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(socket.path()).doesNotExist();
    }

    @Test
    void aSocketThatACrashedProcessLeftIsReplaced() throws IOException {
        SocketPath socket = new SocketPath(folder.resolve("a.sock"));
        try (ServerSocketChannel crashed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            crashed.bind(UnixDomainSocketAddress.of(socket.path()));
        }
        assertThat(socket.path()).exists();
        try (UnixServer server = UnixServer.start(socket, List.of(new Named("second")));
                UnixChannel channel = UnixChannel.to(new SocketPath(server.path()))) {
            assertThat(name(channel)).isEqualTo("second");
        }
    }

    @Test
    void theSocketOfAServerThatIsAbandonedStaysAndNobodyAnswers() throws IOException {
        SocketPath socket = new SocketPath(folder.resolve("a.sock"));
        UnixServer server = UnixServer.start(socket, List.of(new Named("first")));

        server.abandon();

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(socket.path());
        }
        try (UnixChannel channel = UnixChannel.to(socket)) {
            assertThatThrownBy(() -> RegistrationGrpc.newBlockingStub(channel.channel())
                            .getInfo(InfoRequest.getDefaultInstance()))
                    .hasMessageContaining("UNAVAILABLE");
        }
    }

    @Test
    void aChannelFindsAServerThatCameBack() throws IOException {
        SocketPath socket = new SocketPath(folder.resolve("a.sock"));
        try (UnixChannel channel = UnixChannel.to(socket)) {
            for (String name : List.of("first", "second")) {
                UnixServer server = UnixServer.start(socket, List.of(new Named(name)));
                assertThat(name(channel)).isEqualTo(name);
                server.close();
            }
        }
    }

    @Test
    void aStreamEndsWithItsChannelAlsoBetweenTwoMessages() throws IOException {
        SocketPath socket = new SocketPath(folder.resolve("a.sock"));
        List<NodeWatchResourcesResponse> taken = new ArrayList<>();
        UnixChannel channel = UnixChannel.to(socket);
        try (UnixServer _ = UnixServer.start(socket, List.of(new Named("x"), new Twice()))) {
            Status end = UnixChannel.listen(
                    () -> DRAResourceHealthGrpc.newBlockingStub(channel.channel())
                            .nodeWatchResources(NodeWatchResourcesRequest.getDefaultInstance()),
                    message -> {
                        taken.add(message);
                        if (taken.size() == 1) {
                            // This answer comes after the second message, so that is here when the channel ends.
                            assertThat(name(channel)).isEqualTo("x");
                            channel.close();
                        }
                    });
            assertThat(end.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    @Test
    void aFileInTheWayIsNotRemoved() throws IOException {
        Path file = Files.writeString(folder.resolve("a.sock"), "precious");
        assertThatThrownBy(() -> UnixServer.start(new SocketPath(file), List.of(new Named("x"))))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("not a socket");
        assertThat(file).hasContent("precious");
    }

    @Test
    void aPathThatTheKernelCannotHoldIsRefusedWithItsLength() {
        Path path = Path.of("/" + "a".repeat(107));
        assertThatThrownBy(() -> new SocketPath(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("108 bytes, at most 107");
        assertThat(new SocketPath(Path.of("/" + "a".repeat(106))).path()).isAbsolute();
    }

    @Test
    void aFolderThatIsMissingIsNamed() {
        SocketPath socket = new SocketPath(folder.resolve("none/a.sock"));
        assertThatThrownBy(() -> UnixServer.start(socket, List.of(new Named("x"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none/a.sock");
    }

    private static String name(UnixChannel channel) {
        return RegistrationGrpc.newBlockingStub(channel.channel())
                .withWaitForReady()
                .getInfo(InfoRequest.getDefaultInstance())
                .getName();
    }

    /** Says two things at once, and never ends. */
    private static final class Twice extends DRAResourceHealthGrpc.DRAResourceHealthImplBase {
        @Override
        public void nodeWatchResources(
                NodeWatchResourcesRequest request, StreamObserver<NodeWatchResourcesResponse> answer) {
            answer.onNext(NodeWatchResourcesResponse.getDefaultInstance());
            answer.onNext(NodeWatchResourcesResponse.getDefaultInstance());
        }
    }

    private static final class Named extends RegistrationGrpc.RegistrationImplBase {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public void getInfo(InfoRequest request, StreamObserver<PluginInfo> answer) {
            answer.onNext(PluginInfo.newBuilder().setName(name).build());
            answer.onCompleted();
        }
    }
}
