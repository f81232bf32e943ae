package io.fairlead.sandbox.node.plugin;

import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One registration socket: asked who it is, taken, told so; tried again until that worked or the socket is gone. */
final class PluginSocket {
    private static final Logger log = LoggerFactory.getLogger(PluginSocket.class);
    private static final int INFO_SECONDS = 1;
    private static final int NOTIFY_SECONDS = 5;
    private static final int LONGEST_WAIT = 32;

    private final Path socket;
    private final Map<String, PluginHandler> handlers;
    private final Function<String, Path> locate;
    private final Duration period;
    private final Thread thread;
    // Written by the thread, read after it has ended.
    private @Nullable Taken taken;

    private record Taken(PluginHandler handler, String name, Path endpoint) {
        void giveUp() {
            handler.deregister(name, endpoint);
        }
    }

    /** Begins at once, on a thread of its own. */
    PluginSocket(Path socket, Map<String, PluginHandler> handlers, Function<String, Path> locate, Duration period) {
        this.socket = socket;
        this.handlers = handlers;
        this.locate = locate;
        this.period = period;
        this.thread = Thread.ofVirtual().name("plugin-" + socket.getFileName()).start(this::registerUntilTaken);
    }

    /** The socket is gone, or another one has its name: the plugin is no longer there. */
    void gone() throws InterruptedException {
        thread.interrupt();
        thread.join();
        if (taken != null) {
            taken.giveUp();
        }
    }

    /** The kubelet ends: nothing is given up in good order, and nothing is under way any more when this returns. */
    void abandon() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    private void registerUntilTaken() {
        try {
            for (int wait = 1; taken == null; wait = Math.min(2 * wait, LONGEST_WAIT)) {
                try {
                    taken = register();
                } catch (PluginRefusedException | StatusRuntimeException | IllegalArgumentException e) {
                    log.debug("{}: not registered: {}", socket, e.getMessage());
                    Thread.sleep(period.multipliedBy(wait));
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Taken register() throws PluginRefusedException {
        try (UnixChannel channel = UnixChannel.to(new SocketPath(socket))) {
            RegistrationGrpc.RegistrationBlockingStub plugin = RegistrationGrpc.newBlockingStub(channel.channel());
            PluginInfo info =
                    plugin.withDeadlineAfter(INFO_SECONDS, TimeUnit.SECONDS).getInfo(InfoRequest.getDefaultInstance());
            try {
                Taken candidate = take(info);
                try {
                    tell(plugin, "");
                } catch (StatusRuntimeException e) {
                    candidate.giveUp();
                    throw e;
                }
                return candidate;
            } catch (PluginRefusedException e) {
                tell(plugin, e.reason());
                throw e;
            }
        }
    }

    private Taken take(PluginInfo info) throws PluginRefusedException {
        PluginHandler handler = handlers.get(info.getType());
        if (handler == null) {
            throw new PluginRefusedException("RegisterPlugin error -- no handler registered for plugin type: "
                    + info.getType() + " at socket " + socket);
        }
        Path endpoint = info.getEndpoint().isEmpty() ? socket : locate.apply(info.getEndpoint());
        try {
            handler.validate(info.getName(), endpoint, info.getSupportedVersionsList());
        } catch (PluginRefusedException e) {
            throw new PluginRefusedException(
                    "RegisterPlugin error -- plugin validation failed with err: " + e.getMessage());
        }
        try {
            handler.register(info.getName(), endpoint, info.getSupportedVersionsList());
        } catch (PluginRefusedException e) {
            throw new PluginRefusedException(
                    "RegisterPlugin error -- plugin registration failed with err: " + e.getMessage());
        }
        return new Taken(handler, info.getName(), endpoint);
    }

    private static void tell(RegistrationGrpc.RegistrationBlockingStub plugin, String error) {
        var _ = plugin.withDeadlineAfter(NOTIFY_SECONDS, TimeUnit.SECONDS)
                .notifyRegistrationStatus(RegistrationStatus.newBuilder()
                        .setPluginRegistered(error.isEmpty())
                        .setError(error)
                        .build());
    }
}
