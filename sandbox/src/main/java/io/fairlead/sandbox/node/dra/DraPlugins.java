package io.fairlead.sandbox.node.dra;

import io.fairlead.sandbox.node.plugin.PluginHandler;
import io.fairlead.sandbox.node.plugin.PluginRefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The drivers that are registered; a driver may have several instances while it is being updated. */
public final class DraPlugins implements PluginHandler, AutoCloseable {
    private final SliceWipe slices;
    private final ScheduledExecutorService timer;
    private final Duration wipeAfter;
    private final Duration healthRetry;
    private final DeviceHealth health;
    private final Runnable healthChanged;
    // Both guarded by this. Instances stand in the order in which they came.
    private final Map<String, List<Instance>> drivers = new HashMap<>();
    private final Map<String, ScheduledFuture<?>> wipes = new HashMap<>();
    private boolean closed;

    private record Instance(DraEndpoint endpoint, Optional<HealthStream> health) {}

    DraPlugins(
            SliceWipe slices,
            ScheduledExecutorService timer,
            Duration wipeAfter,
            Duration healthRetry,
            DeviceHealth health,
            Runnable healthChanged) {
        this.slices = slices;
        this.timer = timer;
        this.wipeAfter = wipeAfter;
        this.healthRetry = healthRetry;
        this.health = health;
        this.healthChanged = healthChanged;
    }

    @Override
    public void validate(String name, Path endpoint, List<String> versions) throws PluginRefusedException {
        String problem = versions.isEmpty()
                ? "empty list of supported gRPC services (aka supported versions)"
                : versions.stream().noneMatch(DraEndpoint.KNOWN::contains)
                        ? "none of services supported by the plugin (%s) are supported by the kubelet (%s)"
                                .formatted(versions, DraEndpoint.KNOWN)
                        : "";
        if (!problem.isEmpty()) {
            throw new PluginRefusedException(
                    "invalid supported gRPC versions of DRA driver plugin %s at endpoint %s: %s"
                            .formatted(name, endpoint, problem));
        }
    }

    @Override
    public synchronized void register(String name, Path endpoint, List<String> versions) throws PluginRefusedException {
        List<Instance> instances = drivers.computeIfAbsent(name, _ -> new ArrayList<>());
        if (instances.stream()
                .anyMatch(instance -> instance.endpoint().endpoint().equals(endpoint))) {
            throw new PluginRefusedException(
                    "endpoint %s already registered for DRA driver plugin %s".formatted(endpoint, name));
        }
        String version = versions.stream()
                .filter(DraEndpoint.KNOWN::contains)
                .findFirst()
                .orElseThrow();
        DraEndpoint plugin = new DraEndpoint(name, endpoint, version);
        instances.add(new Instance(plugin, HealthStream.start(plugin, versions, health, healthChanged, healthRetry)));
        plugin.follow(() -> connectionChanged(name));
    }

    @Override
    public void deregister(String name, Path endpoint) {
        for (Instance instance : remove(name, endpoint)) {
            instance.health().ifPresent(HealthStream::close);
            instance.endpoint().close();
        }
        connectionChanged(name);
    }

    private synchronized List<Instance> remove(String name, Path endpoint) {
        List<Instance> gone = drivers.getOrDefault(name, List.of()).stream()
                .filter(instance -> instance.endpoint().endpoint().equals(endpoint))
                .toList();
        drivers.computeIfPresent(name, (_, instances) -> {
            instances.removeAll(gone);
            return instances.isEmpty() ? null : instances;
        });
        return gone;
    }

    /** The newest instance that is connected, else the newest. */
    synchronized DraEndpoint of(String driver) throws DraException {
        List<Instance> instances = drivers.getOrDefault(driver, List.of());
        if (instances.isEmpty()) {
            throw new DraException("DRA driver " + driver + " is not registered");
        }
        return instances.reversed().stream()
                .map(Instance::endpoint)
                .filter(DraEndpoint::isConnected)
                .findFirst()
                .orElse(instances.getLast().endpoint());
    }

    /** The names of all drivers that are registered. */
    public synchronized List<String> names() {
        return List.copyOf(drivers.keySet());
    }

    /** A driver that nobody answers for does not keep its devices on offer for long. */
    private synchronized void connectionChanged(String driver) {
        boolean usable = drivers.getOrDefault(driver, List.of()).stream()
                .anyMatch(instance -> instance.endpoint().isConnected());
        if (usable || closed) {
            ScheduledFuture<?> pending = wipes.remove(driver);
            if (pending != null) {
                pending.cancel(false);
            }
        } else {
            wipes.computeIfAbsent(
                    driver, _ -> timer.schedule(() -> wipe(driver), wipeAfter.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    private void wipe(String driver) {
        synchronized (this) {
            wipes.remove(driver);
        }
        slices.wipe(driver);
    }

    @Override
    public void close() {
        List<Instance> all;
        synchronized (this) {
            closed = true;
            wipes.values().forEach(wipe -> wipe.cancel(false));
            all = drivers.values().stream().flatMap(List::stream).toList();
            drivers.clear();
        }
        for (Instance instance : all) {
            instance.health().ifPresent(HealthStream::close);
            instance.endpoint().close();
        }
    }
}
