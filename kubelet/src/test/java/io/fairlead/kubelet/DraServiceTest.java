package io.fairlead.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.CdiDeviceId;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.DeviceHealth;
import io.fairlead.dra.DraDriver;
import io.fairlead.dra.Prepared;
import io.fairlead.dra.PreparedDevice;
import io.fairlead.wire.SocketPath;
import io.fairlead.wire.UnixChannel;
import io.fairlead.wire.UnixServer;
import io.fairlead.wire.dra.v1.Claim;
import io.fairlead.wire.dra.v1.DRAPluginGrpc;
import io.fairlead.wire.dra.v1.NodePrepareResourceResponse;
import io.fairlead.wire.dra.v1.NodePrepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodePrepareResourcesResponse;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesRequest;
import io.fairlead.wire.dra.v1.NodeUnprepareResourcesResponse;
import io.fairlead.wire.health.v1.DRAResourceHealthGrpc;
import io.fairlead.wire.health.v1.HealthStatus;
import io.fairlead.wire.health.v1.NodeWatchResourcesRequest;
import io.fairlead.wire.health.v1.NodeWatchResourcesResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraServiceTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Instant SEEN = Instant.parse("2026-11-01T10:00:00Z");

    @TempDir
    private Path folder;

    private final TestingDriver driver = new TestingDriver();
    private final Health health = new Health(driver);
    private UnixServer server;
    private UnixChannel channel;

    @BeforeEach
    void serve() throws IOException {
        DraService calls = new DraService(driver, DraServiceTest::claim, Turns.withinThisProcess(true));
        SocketPath socket = new SocketPath(folder.resolve("dra.sock"));
        server = UnixServer.start(
                socket,
                List.of(
                        calls,
                        Renamed.service(calls, io.fairlead.wire.dra.v1beta1.DRAPluginGrpc.SERVICE_NAME),
                        health,
                        Renamed.service(health, io.fairlead.wire.health.v1alpha1.DRAResourceHealthGrpc.SERVICE_NAME)));
        channel = UnixChannel.to(socket);
    }

    @AfterEach
    void stop() {
        channel.close();
        health.close();
        server.close();
    }

    @Test
    void aPreparedClaimNamesItsDevicesByBaseRequests() {
        NodePrepareResourceResponse answer = prepare("good").getClaimsOrThrow("good");
        assertThat(answer.getError()).isEmpty();
        assertThat(answer.getDevicesList()).singleElement().satisfies(device -> {
            assertThat(device.getRequestNamesList()).containsExactly("one");
            assertThat(device.getPoolName()).isEqualTo("pool");
            assertThat(device.getDeviceName()).isEqualTo("good-device");
            assertThat(device.getCdiDeviceIdsList()).containsExactly("gpu.example.com/device=good");
            assertThat(device.getShareId()).isEqualTo("share-1");
        });
    }

    @Test
    void aClaimThatFailsDoesNotSpoilTheOthers() {
        NodePrepareResourcesResponse answers = prepare("good", "broken", "silent", "missing");
        assertThat(answers.getClaimsMap()).containsOnlyKeys("good", "broken", "silent", "missing");
        assertThat(answers.getClaimsOrThrow("good").getError()).isEmpty();
        assertThat(answers.getClaimsOrThrow("broken").getError()).isEqualTo("the device is on fire");
        assertThat(answers.getClaimsOrThrow("silent").getError()).isEqualTo("java.lang.IllegalStateException");
        assertThat(answers.getClaimsOrThrow("missing").getError()).isEqualTo("no such claim");
        assertThat(answers.getClaimsOrThrow("broken").getDevicesList()).isEmpty();
    }

    @Test
    void unprepareNeedsNoClaimInTheApi() {
        NodeUnprepareResourcesResponse answers = DRAPluginGrpc.newBlockingStub(channel.channel())
                .nodeUnprepareResources(NodeUnprepareResourcesRequest.newBuilder()
                        .addClaims(asked("missing"))
                        .addClaims(asked("broken"))
                        .build());
        assertThat(answers.getClaimsOrThrow("missing").getError()).isEmpty();
        assertThat(answers.getClaimsOrThrow("broken").getError()).isEqualTo("still burning");
    }

    @Test
    void theOlderVersionIsServedToo() {
        var answer = io.fairlead.wire.dra.v1beta1.DRAPluginGrpc.newBlockingStub(channel.channel())
                .nodePrepareResources(io.fairlead.wire.dra.v1beta1.NodePrepareResourcesRequest.newBuilder()
                        .addClaims(io.fairlead.wire.dra.v1beta1.Claim.newBuilder()
                                .setNamespace("home")
                                .setName("good")
                                .setUid("good"))
                        .build());
        assertThat(answer.getClaimsOrThrow("good").getDevices(0).getDeviceName())
                .isEqualTo("good-device");
        assertThat(answer.getClaimsOrThrow("good").getDevices(0).getCdiDeviceIdsList())
                .containsExactly("gpu.example.com/device=good");
    }

    @Test
    void callsOfADriverWaitForEachOther() throws Exception {
        driver.slow = new CountDownLatch(1);
        List<Thread> callers = List.of("slow-1", "slow-2", "slow-3").stream()
                .map(uid -> Thread.startVirtualThread(() -> prepare(uid)))
                .toList();
        await().atMost(PATIENCE).until(() -> driver.running.get() == 1);
        driver.slow.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(driver.most.get()).isEqualTo(1);
        assertThat(driver.finished.get()).isEqualTo(3);
    }

    @Test
    void healthIsToldAtOnceOnChangeAndAgainBeforeItIsForgotten() {
        Iterator<NodeWatchResourcesResponse> stream = DRAResourceHealthGrpc.newBlockingStub(channel.channel())
                .nodeWatchResources(NodeWatchResourcesRequest.getDefaultInstance());
        assertThat(stream.next().getDevicesList()).singleElement().satisfies(device -> {
            assertThat(device.getDevice().getPoolName()).isEqualTo("pool");
            assertThat(device.getDevice().getDeviceName()).isEqualTo("gpu0");
            assertThat(device.getHealth()).isEqualTo(HealthStatus.HEALTHY);
            assertThat(device.getLastUpdatedTime()).isEqualTo(SEEN.getEpochSecond());
            assertThat(device.getHealthCheckTimeoutSeconds()).isEqualTo(1);
        });
        driver.state = DeviceHealth.State.UNHEALTHY;
        health.changed();
        NodeWatchResourcesResponse next = stream.next();
        while (next.getDevices(0).getHealth() != HealthStatus.UNHEALTHY) {
            next = stream.next();
        }
        assertThat(next.getDevices(0).getMessage()).isEqualTo("as told");
        assertThat(stream.next()).as("without any change").isEqualTo(next);
    }

    @Test
    void theOlderHealthVersionIsServedToo() {
        var stream = io.fairlead.wire.health.v1alpha1.DRAResourceHealthGrpc.newBlockingStub(channel.channel())
                .nodeWatchResources(io.fairlead.wire.health.v1alpha1.NodeWatchResourcesRequest.getDefaultInstance());
        assertThat(stream.next().getDevices(0).getDevice().getDeviceName()).isEqualTo("gpu0");
    }

    private NodePrepareResourcesResponse prepare(String... uids) {
        NodePrepareResourcesRequest.Builder request = NodePrepareResourcesRequest.newBuilder();
        List.of(uids).forEach(uid -> request.addClaims(asked(uid)));
        return DRAPluginGrpc.newBlockingStub(channel.channel()).nodePrepareResources(request.build());
    }

    private static Claim.Builder asked(String uid) {
        return Claim.newBuilder().setNamespace("home").setName(uid).setUid(uid);
    }

    private static AllocatedClaim claim(ClaimRef ref) {
        if (ref.uid().equals("missing")) {
            throw new IllegalArgumentException("no such claim");
        }
        DeviceRequestAllocationResult result = new DeviceRequestAllocationResultBuilder()
                .withRequest("one/small")
                .withPool("pool")
                .withDevice(ref.uid() + "-device")
                .withShareID("share-1")
                .build();
        return new AllocatedClaim(ref, List.of(result), List.of(), Optional.empty(), new ResourceClaim());
    }

    private static final class TestingDriver implements DraDriver {
        private volatile DeviceHealth.State state = DeviceHealth.State.HEALTHY;
        private volatile CountDownLatch slow = new CountDownLatch(0);
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger finished = new AtomicInteger();

        @Override
        public Prepared prepare(AllocatedClaim claim) throws Exception {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            slow.await();
            running.decrementAndGet();
            finished.incrementAndGet();
            return switch (claim.uid()) {
                case "broken" -> throw new IOException("the device is on fire");
                case "silent" -> throw new IllegalStateException();
                default ->
                    new Prepared(List.of(PreparedDevice.of(
                            claim.results().getFirst(),
                            List.of(CdiDeviceId.parse("gpu.example.com/device=" + claim.uid())))));
            };
        }

        @Override
        public void unprepare(ClaimRef claim) throws Exception {
            if (claim.uid().equals("broken")) {
                throw new IOException("still burning");
            }
        }

        @Override
        public List<DeviceHealth> health() {
            return List.of(new DeviceHealth("pool", "gpu0", state, SEEN, Duration.ofSeconds(1), "as told"));
        }
    }
}
