package io.fairlead.kubelet;

import io.fairlead.dra.DraDriver;
import io.fairlead.wire.health.v1.DRAResourceHealthGrpc;
import io.fairlead.wire.health.v1.DeviceHealth;
import io.fairlead.wire.health.v1.DeviceIdentifier;
import io.fairlead.wire.health.v1.HealthStatus;
import io.fairlead.wire.health.v1.NodeWatchResourcesRequest;
import io.fairlead.wire.health.v1.NodeWatchResourcesResponse;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the kubelet how the driver's devices are: when it asks, when something changes, and again before it forgets. */
final class Health extends DRAResourceHealthGrpc.DRAResourceHealthImplBase implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Health.class);
    /** So often at least within the time for which a report is valid. */
    private static final int REPEATS = 3;

    private final DraDriver driver;
    private final Streams<NodeWatchResourcesResponse> streams = new Streams<>(this::report);
    private final Semaphore bell = new Semaphore(0);
    private final Thread teller;
    private volatile Duration pause = io.fairlead.dra.DeviceHealth.STANDARD_VALIDITY.dividedBy(REPEATS);

    Health(DraDriver driver) {
        this.driver = driver;
        this.teller = Thread.ofVirtual().name("device-health").start(this::tell);
    }

    @Override
    public void nodeWatchResources(
            NodeWatchResourcesRequest request, StreamObserver<NodeWatchResourcesResponse> answer) {
        streams.open(answer);
    }

    void changed() {
        bell.release();
    }

    void endStreams() {
        streams.end();
    }

    @Override
    public void close() {
        teller.interrupt();
        streams.end();
    }

    private void tell() {
        try {
            while (true) {
                boolean _ = bell.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                bell.drainPermits();
                tellOnce();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellOnce() {
        try {
            streams.tell();
        } catch (RuntimeException e) {
            log.warn("the driver cannot tell how its devices are", e);
        }
    }

    private NodeWatchResourcesResponse report() {
        List<io.fairlead.dra.DeviceHealth> now = driver.health();
        pause = now.stream()
                .map(io.fairlead.dra.DeviceHealth::validFor)
                .min(Comparator.naturalOrder())
                .orElse(io.fairlead.dra.DeviceHealth.STANDARD_VALIDITY)
                .dividedBy(REPEATS);
        return NodeWatchResourcesResponse.newBuilder()
                .addAllDevices(now.stream().map(Health::message).toList())
                .build();
    }

    private static DeviceHealth message(io.fairlead.dra.DeviceHealth device) {
        return DeviceHealth.newBuilder()
                .setDevice(
                        DeviceIdentifier.newBuilder().setPoolName(device.pool()).setDeviceName(device.device()))
                .setHealth(
                        switch (device.state()) {
                            case UNKNOWN -> HealthStatus.UNKNOWN;
                            case HEALTHY -> HealthStatus.HEALTHY;
                            case UNHEALTHY -> HealthStatus.UNHEALTHY;
                        })
                .setLastUpdatedTime(device.seen().getEpochSecond())
                .setHealthCheckTimeoutSeconds(device.validFor().toSeconds())
                .setMessage(device.message())
                .build();
    }
}
