package io.fairlead.sandbox.node.device;

import io.fairlead.wire.deviceplugin.v1beta1.Device;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The devices of every resource that has, or had, a plugin. Not safe for threads: its owner guards it. */
final class DeviceStock {
    private static final String HEALTHY = "Healthy";

    private final Duration grace;
    private final Map<String, Resource> resources = new TreeMap<>();

    /** What is known of one resource; without a plugin nothing of it is healthy. */
    private static final class Resource {
        @Nullable
        PluginEndpoint plugin;

        @Nullable
        Instant stopped;

        final Map<String, Device> devices = new TreeMap<>();
        final NavigableSet<String> healthy = new TreeSet<>();
    }

    /** {@code grace}: how long a resource outlives its plugin. */
    DeviceStock(Duration grace) {
        this.grace = grace;
    }

    /** Known from before a restart: it exists, with no devices until its plugin is back. */
    void remember(Collection<String> names, Instant now) {
        for (String name : names) {
            resources.computeIfAbsent(name, _ -> new Resource()).stopped = now;
        }
    }

    /** The plugin that was there before, if any. */
    Optional<PluginEndpoint> connected(String name, PluginEndpoint plugin) {
        Resource resource = resources.computeIfAbsent(name, _ -> new Resource());
        PluginEndpoint before = resource.plugin;
        resource.plugin = plugin;
        resource.stopped = null;
        return Optional.ofNullable(before);
    }

    /** A message replaces all that was known; one of a plugin that was replaced says nothing. */
    boolean listed(String name, PluginEndpoint from, List<Device> devices) {
        Resource resource = resources.get(name);
        if (resource == null || resource.plugin != from) {
            return false;
        }
        resource.devices.clear();
        resource.healthy.clear();
        for (Device device : devices) {
            resource.devices.put(device.getID(), device);
            if (device.getHealth().equals(HEALTHY)) {
                resource.healthy.add(device.getID());
            }
        }
        return true;
    }

    boolean disconnected(String name, PluginEndpoint from, Instant now) {
        Resource resource = resources.get(name);
        if (resource == null || resource.plugin != from) {
            return false;
        }
        resource.plugin = null;
        resource.stopped = now;
        resource.healthy.clear();
        return true;
    }

    boolean isKnown(String name) {
        return resources.containsKey(name);
    }

    Set<String> names() {
        return Set.copyOf(resources.keySet());
    }

    Optional<PluginEndpoint> plugin(String name) {
        return Optional.ofNullable(resources.get(name)).map(resource -> resource.plugin);
    }

    NavigableSet<String> healthy(String name) {
        Resource resource = resources.get(name);
        return resource == null ? new TreeSet<>() : new TreeSet<>(resource.healthy);
    }

    Optional<Device> device(String name, String id) {
        return Optional.ofNullable(resources.get(name)).map(resource -> resource.devices.get(id));
    }

    /** Drops what has been without a plugin for too long. */
    boolean expire(Instant now) {
        return resources
                .values()
                .removeIf(resource ->
                        resource.stopped != null && resource.stopped.plus(grace).isBefore(now));
    }

    /** How many there are and how many of them can be given. */
    Map<String, Amount> amounts() {
        Map<String, Amount> amounts = new HashMap<>();
        resources.forEach(
                (name, resource) -> amounts.put(name, new Amount(resource.devices.size(), resource.healthy.size())));
        return amounts;
    }
}
