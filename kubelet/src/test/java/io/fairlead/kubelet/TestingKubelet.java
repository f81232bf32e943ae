package io.fairlead.kubelet;

import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import io.fairlead.wire.deviceplugin.v1beta1.Empty;
import io.fairlead.wire.deviceplugin.v1beta1.RegisterRequest;
import io.fairlead.wire.deviceplugin.v1beta1.RegistrationGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The kubelet's end of the device plugins' folder: deletes all sockets when it starts, and takes registrations. */
final class TestingKubelet extends RegistrationGrpc.RegistrationImplBase implements AutoCloseable {
    final List<RegisterRequest> registered = new CopyOnWriteArrayList<>();
    final AtomicInteger refusals = new AtomicInteger();
    private final Path folder;
    private UnixServer server;

    TestingKubelet(Path folder) throws IOException {
        this.folder = folder;
        server = start();
    }

    void restart() throws IOException {
        server.close();
        server = start();
    }

    @Override
    public void close() {
        server.close();
    }

    @Override
    public void register(RegisterRequest request, StreamObserver<Empty> answer) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            answer.onError(Status.UNKNOWN.withDescription("already connected").asRuntimeException());
            return;
        }
        registered.add(request);
        answer.onNext(Empty.getDefaultInstance());
        answer.onCompleted();
    }

    private UnixServer start() throws IOException {
        Files.createDirectories(folder);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path socket : all) {
                Files.delete(socket);
            }
        }
        return UnixServer.start(new SocketPath(folder.resolve("kubelet.sock")), List.of(this));
    }
}
