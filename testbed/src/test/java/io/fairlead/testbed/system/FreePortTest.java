package io.fairlead.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The web server of the JDK stands for all daemons that are told their port. */
class FreePortTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @TempDir
    private Path folder;

    private final List<Socket> thieves = new ArrayList<>();
    private final List<Integer> stolen = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        Daemons.killAll(folder);
        for (Socket thief : thieves) {
            thief.close();
        }
    }

    @Test
    void whoeverTakesThePortFirstMakesTheDaemonStartOnAnother() {
        int port = FreePort.on(LOOPBACK, free -> {
            if (stolen.isEmpty()) {
                steal(free);
            }
            return serve(free);
        });
        assertThat(port).isNotEqualTo(stolen.getFirst());
    }

    @Test
    void aThiefWhoIsAlwaysFasterEndsTheTrying() {
        assertThatThrownBy(() -> FreePort.on(LOOPBACK, free -> {
                    steal(free);
                    return serve(free);
                }))
                .isInstanceOf(FreePort.Taken.class)
                .hasMessageContaining("web-server ended before it was ready");
        assertThat(stolen).hasSize(5);
    }

    @Test
    void anyOtherFailureIsNotTriedAgain() {
        List<Integer> tried = new ArrayList<>();
        assertThatThrownBy(() -> FreePort.on(LOOPBACK, free -> {
                    tried.add(free);
                    Ready.await(new Daemons(folder, false).start("web-server", List.of("false")), "port", () -> false);
                    return free;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended before it was ready");
        assertThat(tried).hasSize(1);
    }

    private int serve(int port) {
        Daemon daemon = new Daemons(folder, false)
                .start(
                        "web-server",
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/jwebserver")
                                        .toString(),
                                "-d",
                                folder.toString(),
                                "-p",
                                Integer.toString(port)));
        Ready.await(daemon, URI.create("http://127.0.0.1:" + port + "/"), null);
        return port;
    }

    /** Has the port but does not listen, so that nobody waits for its answer. */
    private void steal(int port) {
        stolen.add(port);
        Socket thief = new Socket();
        thieves.add(thief);
        try {
            thief.bind(new InetSocketAddress(LOOPBACK, port));
        } catch (BindException _) {
            // On a busy machine somebody else may have taken it already.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
