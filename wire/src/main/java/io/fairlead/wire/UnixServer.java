package io.fairlead.wire;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A gRPC server on a Unix socket. Calls run on virtual threads of their own, so services may block. */
public final class UnixServer implements AutoCloseable {
    private final SocketPath socket;
    private final Server server;
    private final EpollLoop loop;
    private final ExecutorService calls;

    private UnixServer(SocketPath socket, Server server, EpollLoop loop, ExecutorService calls) {
        this.socket = socket;
        this.server = server;
        this.loop = loop;
        this.calls = calls;
    }

    /**
     * Listens, in place of whatever socket was left at this path; only the owner may connect.
     *
     * <p>The socket is made under a hidden name and then moved: whoever watches the folder never sees it with other
     * permissions, and the end of the server, which removes the path that it was bound to, leaves the socket alone.
     */
    public static UnixServer start(SocketPath socket, List<? extends BindableService> services) throws IOException {
        socket.unlinkStale();
        SocketPath hidden = socket.hidden();
        EpollLoop loop = EpollLoop.start();
        ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
        NettyServerBuilder builder = NettyServerBuilder.forAddress(hidden.address())
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(loop.group())
                .workerEventLoopGroup(loop.group())
                // A Unix socket has no such option, and Netty would warn of it at every connection.
                .withChildOption(ChannelOption.SO_KEEPALIVE, null)
                .executor(calls);
        services.forEach(builder::addService);
        try {
            Server server = builder.build().start();
            Files.setPosixFilePermissions(hidden.path(), PosixFilePermissions.fromString("rw-------"));
            Files.move(hidden.path(), socket.path(), StandardCopyOption.ATOMIC_MOVE);
            return new UnixServer(socket, server, loop, calls);
        } catch (IOException e) {
            loop.close();
            calls.close();
            throw new IOException("cannot listen on " + socket.path() + ": " + e.getMessage(), e);
        }
    }

    public Path path() {
        return socket.path();
    }

    /** Ends as a process does that is killed: calls are cut off, and the socket's file stays behind. */
    public void abandon() {
        server.shutdownNow();
        loop.close();
        calls.shutdownNow();
    }

    /** Takes no more calls, gives running ones a moment to end, and removes the socket. */
    @Override
    public void close() {
        server.shutdown();
        try {
            if (!server.awaitTermination(2, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
            Files.deleteIfExists(socket.path());
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The next server at this path removes it.
        } finally {
            loop.close();
            calls.shutdownNow();
        }
    }
}
