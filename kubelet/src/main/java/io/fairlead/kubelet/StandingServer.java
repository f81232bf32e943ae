package io.fairlead.kubelet;

import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import io.grpc.BindableService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server on a Unix socket that is made again when its socket is deleted.
 *
 * <p>It looks at the path itself and often instead of watching a folder: a folder can be deleted and made again too, and then
 * a watch on the old one says nothing.
 */
final class StandingServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StandingServer.class);
    static final Duration LOOK = Duration.ofMillis(200);

    private final SocketPath socket;
    private final List<BindableService> services;
    private final Runnable endStreams;
    private final Thread keeper;
    // Guarded by this.
    private UnixServer server;
    private boolean closed;

    private StandingServer(SocketPath socket, List<BindableService> services, Runnable endStreams) throws IOException {
        this.socket = socket;
        this.services = services;
        this.endStreams = endStreams;
        this.server = UnixServer.start(socket, services);
        this.keeper = Thread.ofVirtual().name("keeps " + socket.path()).unstarted(this::keep);
    }

    /** @param endStreams ends the streams that the services have open, without which a server takes long to close */
    static StandingServer start(SocketPath socket, List<BindableService> services, Runnable endStreams)
            throws IOException {
        StandingServer started = new StandingServer(socket, services, endStreams);
        started.keeper.start();
        return started;
    }

    @Override
    public void close() {
        keeper.interrupt();
        synchronized (this) {
            closed = true;
            endStreams.run();
            server.close();
        }
    }

    private void keep() {
        try {
            while (true) {
                Thread.sleep(LOOK);
                if (!Files.exists(socket.path(), LinkOption.NOFOLLOW_LINKS)) {
                    restart();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The old server goes first: with its end it removes the socket at its path, whoever has made it. */
    private synchronized void restart() {
        if (closed) {
            return;
        }
        log.info("{} was deleted and is made again", socket.path());
        endStreams.run();
        server.close();
        try {
            Files.createDirectories(socket.path().getParent());
            server = UnixServer.start(socket, services);
        } catch (IOException e) {
            log.warn("cannot make {} again: {}; tried again", socket.path(), e.getMessage());
        }
    }
}
