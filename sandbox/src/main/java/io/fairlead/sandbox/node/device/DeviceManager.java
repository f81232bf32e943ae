package io.fairlead.sandbox.node.device;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceHealth;
import io.fabric8.kubernetes.api.model.ResourceStatus;
import io.fairlead.sandbox.node.checkpoint.Checkpoint;
import io.fairlead.wire.deviceplugin.v1beta1.Device;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Gives devices to containers when their pod is admitted, and counts what is left.
 *
 * <p>Nobody ever tells it that a device is free: it is, as soon as its pod is not among the active ones. Pods are admitted
 * one at a time; everything else may be called by many threads.
 */
public final class DeviceManager implements AutoCloseable {
    private final Checkpoint<DeviceGrant> checkpoint;
    private final Checkpoint<String> registered;
    private final Supplier<Set<String>> activePods;
    private final InstantSource clock;
    private final Runnable changed;
    private final Object admission = new Object();
    // Both guarded by this.
    private final DeviceStock stock;
    private final List<DeviceGrant> grants;

    /** {@code changed} is called when there are more or fewer devices than before, or their health is another. */
    public DeviceManager(
            Path checkpoint, Duration grace, Supplier<Set<String>> activePods, InstantSource clock, Runnable changed) {
        this.checkpoint = new Checkpoint<>(checkpoint, DeviceGrant.class);
        this.registered =
                new Checkpoint<>(checkpoint.resolveSibling(checkpoint.getFileName() + ".resources"), String.class);
        this.activePods = activePods;
        this.clock = clock;
        this.changed = changed;
        this.stock = new DeviceStock(grace);
        this.grants = new ArrayList<>(this.checkpoint.read());
        stock.remember(registered.read(), clock.instant());
    }

    /** A plugin is there and answers; it takes the place of the one before. */
    void connect(String resource, PluginEndpoint plugin) {
        Optional<PluginEndpoint> before;
        synchronized (this) {
            before = stock.connected(resource, plugin);
            registered.write(List.copyOf(stock.names()));
        }
        before.ifPresent(PluginEndpoint::close);
        plugin.listen((from, devices) -> listed(resource, from, devices), from -> disconnect(resource, from));
    }

    private void listed(String resource, PluginEndpoint from, List<Device> devices) {
        boolean current;
        synchronized (this) {
            current = stock.listed(resource, from, devices);
        }
        if (current) {
            changed.run();
        }
    }

    private void disconnect(String resource, PluginEndpoint from) {
        boolean current;
        synchronized (this) {
            current = stock.disconnected(resource, from, clock.instant());
        }
        from.close();
        if (current) {
            changed.run();
        }
    }

    synchronized Optional<PluginEndpoint> plugin(String resource) {
        return stock.plugin(resource);
    }

    /** Gives every container of the pod the devices that it asks for. What it has already, it keeps. */
    public void admit(Pod pod) throws AdmissionException {
        synchronized (admission) {
            // What an init container has had, a later container may have.
            Map<String, NavigableSet<String>> reusable = new TreeMap<>();
            for (Container init : pod.getSpec().getInitContainers()) {
                allocate(pod, init, reusable);
                boolean stays = "Always".equals(init.getRestartPolicy());
                for (DeviceGrant grant : grants(pod, init)) {
                    NavigableSet<String> of = reusable.computeIfAbsent(grant.resource(), _ -> new TreeSet<>());
                    if (stays) {
                        grant.devices().forEach(of::remove);
                    } else {
                        of.addAll(grant.devices());
                    }
                }
            }
            for (Container container : pod.getSpec().getContainers()) {
                allocate(pod, container, reusable);
                for (DeviceGrant grant : grants(pod, container)) {
                    reusable.getOrDefault(grant.resource(), new TreeSet<>()).removeAll(grant.devices());
                }
            }
        }
    }

    private void allocate(Pod pod, Container container, Map<String, NavigableSet<String>> reusable)
            throws AdmissionException {
        for (Map.Entry<String, Integer> asked : asked(container).entrySet()) {
            String resource = asked.getKey();
            if (!isOurs(resource)) {
                continue;
            }
            freeWhatNobodyHas();
            Allocation allocation = new Allocation(this, resource, asked.getValue(), pod, container);
            Set<String> devices = allocation.choose(reusable.getOrDefault(resource, new TreeSet<>()));
            if (!devices.isEmpty()) {
                allocation.ask(devices);
            }
        }
    }

    /** Lets the plugins that want it make the container's devices ready; the message says which could not. */
    public void preStart(Pod pod, Container container) throws DeviceNotReadyException {
        for (DeviceGrant grant : grants(pod, container)) {
            PluginEndpoint plugin = plugin(grant.resource())
                    .orElseThrow(() -> new DeviceNotReadyException(
                            "endpoint not found in cache for a registered resource: " + grant.resource()));
            try {
                plugin.preStart(grant.devices());
            } catch (StatusRuntimeException e) {
                throw new DeviceNotReadyException(
                        "device plugin PreStartContainer rpc failed with err: " + e.getMessage());
            }
        }
    }

    /** How the devices are that the container was given. */
    public List<ResourceStatus> statusOf(Pod pod, Container container) {
        return grants(pod, container).stream()
                .map(grant -> new ResourceStatus(
                        grant.resource(),
                        grant.devices().stream()
                                .map(id -> new ResourceHealth(health(grant.resource(), id), null, id))
                                .toList()))
                .toList();
    }

    /** A device that its plugin speaks of no more is as it was: only a plugin calls a device unhealthy. */
    private String health(String resource, String id) {
        return device(resource, id).map(Device::getHealth).orElse("Healthy");
    }

    /** What the container was given. */
    public synchronized List<DeviceGrant> grants(Pod pod, Container container) {
        return grants.stream()
                .filter(grant -> grant.isOf(pod.getMetadata().getUid(), container.getName()))
                .toList();
    }

    /** Everything that any container was given. */
    public synchronized List<DeviceGrant> grants() {
        return List.copyOf(grants);
    }

    /** Drops what belongs to pods that are not active. */
    public synchronized void freeWhatNobodyHas() {
        // Asked here and not before: a pod that came in between would lose what it was just given, and run without.
        Set<String> active = activePods.get();
        if (grants.removeIf(grant -> !active.contains(grant.pod()))) {
            checkpoint.write(grants);
        }
    }

    /** The node's capacity and what of it can be given to pods, by resource. */
    public synchronized Map<String, Amount> amounts() {
        if (stock.expire(clock.instant())) {
            registered.write(List.copyOf(stock.names()));
        }
        return stock.amounts();
    }

    /** The healthy devices of every resource. */
    public synchronized Map<String, List<Device>> allocatable() {
        Map<String, List<Device>> devices = new HashMap<>();
        for (String resource : stock.names()) {
            devices.put(
                    resource,
                    stock.healthy(resource).stream()
                            .flatMap(id -> stock.device(resource, id).stream())
                            .toList());
        }
        return devices;
    }

    /** Empty for a resource that no plugin has ever spoken for. */
    synchronized Optional<NavigableSet<String>> healthy(String resource) {
        return stock.isKnown(resource) ? Optional.of(stock.healthy(resource)) : Optional.empty();
    }

    /** A device as its plugin described it last. */
    public synchronized Optional<Device> device(String resource, String id) {
        return stock.device(resource, id);
    }

    synchronized void add(DeviceGrant grant) {
        grants.add(grant);
        checkpoint.write(grants);
    }

    synchronized Set<String> taken(String resource) {
        Set<String> taken = new TreeSet<>();
        grants.stream()
                .filter(grant -> grant.resource().equals(resource))
                .forEach(grant -> taken.addAll(grant.devices()));
        return taken;
    }

    private synchronized boolean isOurs(String resource) {
        return stock.isKnown(resource)
                || grants.stream().anyMatch(grant -> grant.resource().equals(resource));
    }

    /** By limit, as extended resources cannot be overcommitted. */
    private static Map<String, Integer> asked(Container container) {
        Map<String, Integer> asked = new TreeMap<>();
        if (container.getResources() != null && container.getResources().getLimits() != null) {
            for (Map.Entry<String, Quantity> limit :
                    container.getResources().getLimits().entrySet()) {
                int amount = limit.getValue().getNumericalAmount().intValue();
                if (amount > 0 && limit.getKey().contains("/")) {
                    asked.put(limit.getKey(), amount);
                }
            }
        }
        return asked;
    }

    @Override
    public void close() {
        List<PluginEndpoint> plugins;
        checkpoint.abandon();
        registered.abandon();
        synchronized (this) {
            plugins = stock.names().stream()
                    .flatMap(name -> stock.plugin(name).stream())
                    .toList();
        }
        plugins.forEach(PluginEndpoint::close);
    }
}
