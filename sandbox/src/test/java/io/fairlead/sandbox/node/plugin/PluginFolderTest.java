package io.fairlead.sandbox.node.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixServer;
import io.fairlead.wire.registration.v1.InfoRequest;
import io.fairlead.wire.registration.v1.PluginInfo;
import io.fairlead.wire.registration.v1.RegistrationGrpc.RegistrationImplBase;
import io.fairlead.wire.registration.v1.RegistrationStatus;
import io.fairlead.wire.registration.v1.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginFolderTest {
    private static final int FLEETING_FILES = 20_000;

    private static final class Plugin extends RegistrationImplBase {
        @Override
        public void getInfo(InfoRequest request, StreamObserver<PluginInfo> answer) {
            answer.onNext(
                    PluginInfo.newBuilder().setType("some").setName("plugin").build());
            answer.onCompleted();
        }

        @Override
        public void notifyRegistrationStatus(
                RegistrationStatus status, StreamObserver<RegistrationStatusResponse> answer) {
            answer.onNext(RegistrationStatusResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    /** Counts who comes and goes. */
    private static final class CountingHandler implements PluginHandler {
        final CountDownLatch registered = new CountDownLatch(1);
        final AtomicInteger deregistered = new AtomicInteger();

        @Override
        public void validate(String name, Path endpoint, List<String> versions) {}

        @Override
        public void register(String name, Path endpoint, List<String> versions) {
            registered.countDown();
        }

        @Override
        public void deregister(String name, Path endpoint) {
            deregistered.incrementAndGet();
        }
    }

    private static final class SlowHandler implements PluginHandler {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);

        @Override
        public void validate(String name, Path endpoint, List<String> versions) {}

        @Override
        public void register(String name, Path endpoint, List<String> versions) {
            begun.countDown();
            Uninterruptibles.awaitUninterruptibly(mayEnd);
        }

        @Override
        public void deregister(String name, Path endpoint) {}
    }

    @Test
    void aFileThatVanishesWhileTheFolderIsReadTakesNoPluginAlong(@TempDir Path folder) throws Exception {
        CountingHandler handler = new CountingHandler();
        try (UnixServer _ = UnixServer.start(new SocketPath(folder.resolve("driver-reg.sock")), List.of(new Plugin()));
                PluginFolder _ = new PluginFolder(folder, Map.of("some", handler), Path::of, Duration.ofNanos(1))) {
            handler.registered.await();

            for (int i = 0; i < FLEETING_FILES; i++) {
                // With other names, because a folder is listed in an order of its own.
                Files.delete(Files.createFile(folder.resolve(".fleeting" + i % 10)));
            }

            assertThat(handler.deregistered).hasValue(0);
        }
    }

    @Test
    void aKubeletThatHasEndedRegistersNobodyAnyMore(@TempDir Path folder) throws Exception {
        SlowHandler handler = new SlowHandler();
        try (UnixServer _ = UnixServer.start(new SocketPath(folder.resolve("plugin.sock")), List.of(new Plugin()))) {
            PluginFolder plugins = new PluginFolder(folder, Map.of("some", handler), Path::of, Duration.ofMillis(10));
            handler.begun.await();

            Thread end = Thread.ofVirtual().start(plugins::close);

            assertThat(end.join(Duration.ofMillis(300)))
                    .as("ended while a plugin is being registered")
                    .isFalse();
            handler.mayEnd.countDown();
            end.join();
        }
    }
}
