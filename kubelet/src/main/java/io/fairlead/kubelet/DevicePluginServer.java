package io.fairlead.kubelet;

import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.deviceplugin.v1beta1.RegisterRequest;
import io.fairlead.wire.deviceplugin.v1beta1.RegistrationGrpc;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A device plugin at work: serves the kubelet's calls and is registered with it.
 *
 * <p>A kubelet that starts deletes every socket in its folder and forgets every plugin. So the plugin looks at both sockets,
 * its own and the kubelet's, and listens and registers anew as soon as one of them is not the one it knew.
 */
public final class DevicePluginServer implements AutoCloseable {
    /** Told what happens; called on the server's own thread. */
    public interface Listener {
        /** The kubelet has taken the plugin. */
        default void registered() {}

        /** The kubelet has not taken the plugin; tried again. */
        default void refused(String reason) {}
    }

    private static final Logger log = LoggerFactory.getLogger(DevicePluginServer.class);
    /** After a refusal: a kubelet that still has a connection to our earlier socket needs a moment to let go of it. */
    private static final Duration NEXT_TRY = Duration.ofMillis(500);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final DevicePlugin plugin;
    private final Listener listener;
    private final DevicePluginService service;
    private final SocketPath socket;
    private final SocketPath kubelet;
    private final StandingServer server;
    private final Thread registrar;

    private DevicePluginServer(KubeletFolder folder, DevicePlugin plugin, Listener listener) throws IOException {
        this.plugin = plugin;
        this.listener = listener;
        this.service = new DevicePluginService(plugin);
        this.socket = new SocketPath(folder.devicePlugins().resolve(plugin.socket()));
        this.kubelet = new SocketPath(folder.devicePlugins().resolve("kubelet.sock"));
        Files.createDirectories(folder.devicePlugins());
        this.server = StandingServer.start(socket, List.of(service), service::endStreams);
        this.registrar =
                Thread.ofVirtual().name("registers " + plugin.resource()).unstarted(this::stayRegistered);
    }

    /** Serves at once and registers as soon as there is a kubelet. */
    public static DevicePluginServer start(KubeletFolder folder, DevicePlugin plugin, Listener listener)
            throws IOException {
        DevicePluginServer started = new DevicePluginServer(folder, plugin, listener);
        started.registrar.start();
        return started;
    }

    /** Has {@link DevicePlugin#devices} asked and tells the kubelet. */
    public void devicesChanged() {
        service.devicesChanged();
    }

    /** The kubelet takes all devices for unhealthy from now on, until another plugin serves them. */
    @Override
    public void close() {
        registrar.interrupt();
        service.endStreams();
        server.close();
    }

    private void stayRegistered() {
        Optional<Pair> known = Optional.empty();
        try {
            while (true) {
                Optional<Pair> now = Pair.of(socket.path(), kubelet.path());
                boolean failed = false;
                if (now.isPresent() && !now.equals(known)) {
                    failed = !register();
                    known = failed ? Optional.empty() : now;
                }
                Thread.sleep(failed ? NEXT_TRY : StandingServer.LOOK);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean register() {
        try (UnixChannel channel = UnixChannel.to(kubelet)) {
            RegistrationGrpc.newBlockingStub(channel.channel())
                    .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .register(RegisterRequest.newBuilder()
                            .setVersion("v1beta1")
                            .setEndpoint(socket.path().getFileName().toString())
                            .setResourceName(plugin.resource())
                            .setOptions(service.options())
                            .build());
            log.info("{}: registered with the kubelet", plugin.resource());
            listener.registered();
            return true;
        } catch (StatusRuntimeException e) {
            log.warn("{}: the kubelet refuses the registration: {}; tried again", plugin.resource(), e.getMessage());
            listener.refused(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** Our socket and the kubelet's: a registration holds for these two and for no others. */
    private record Pair(SocketIdentity ours, SocketIdentity kubelets) {
        static Optional<Pair> of(Path ours, Path kubelets) {
            return SocketIdentity.of(ours)
                    .flatMap(one -> SocketIdentity.of(kubelets).map(other -> new Pair(one, other)));
        }
    }
}
