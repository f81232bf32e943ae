package io.fairlead.sandbox.node.dra;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.sandbox.node.checkpoint.Checkpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** All that one kubelet has for claims, put together. */
public final class DraSide implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(
            2, Thread.ofVirtual().name("kubelet-timer").factory());
    private final SliceWipe slices;
    private final Periods periods;
    private final DraPlugins plugins;
    private final DraManager manager;
    private final AllocatedResources allocated;

    /**
     * How often, and after how long.
     *
     * @param wipeAfter how long a driver may be away before its slices are deleted
     * @param reconcile how often claims of vanished pods are looked for
     * @param healthRetry how long after its end a health stream is opened again
     */
    public record Periods(Duration wipeAfter, Duration reconcile, Duration healthRetry) {}

    /** Remembers what an earlier kubelet has left in its checkpoint. */
    public DraSide(
            KubernetesClient client,
            String node,
            Path checkpoint,
            Periods periods,
            InstantSource clock,
            Runnable healthChanged) {
        this.slices = new SliceWipe(client, node);
        this.periods = periods;
        DeviceHealth health = new DeviceHealth(clock);
        plugins = new DraPlugins(slices, timer, periods.wipeAfter(), periods.healthRetry(), health, healthChanged);
        manager = new DraManager(client, new Checkpoint<>(checkpoint, ClaimRecord.class), plugins);
        allocated = new AllocatedResources(manager, health);
    }

    /** Deletes the node's slices, as their drivers are yet to come, and looks after vanished pods from then on. */
    public void start(Supplier<Set<String>> activePods) {
        slices.wipeAll();
        long every = periods.reconcile().toMillis();
        var _ = timer.scheduleWithFixedDelay(() -> manager.reconcile(activePods), every, every, TimeUnit.MILLISECONDS);
    }

    public DraPlugins plugins() {
        return plugins;
    }

    public DraManager manager() {
        return manager;
    }

    public AllocatedResources allocated() {
        return allocated;
    }

    @Override
    public void close() {
        manager.abandon();
        plugins.close();
        // Last: a driver that goes until then is given its time to come back.
        timer.shutdownNow();
    }
}
