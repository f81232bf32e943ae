package io.fairlead.sandbox.node.device;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fairlead.wire.deviceplugin.v1beta1.AllocateResponse;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** One resource of one container: which devices it gets, and the plugin's word on them. */
final class Allocation {
    private final DeviceManager manager;
    private final String resource;
    private final int size;
    private final Pod pod;
    private final Container container;

    Allocation(DeviceManager manager, String resource, int size, Pod pod, Container container) {
        this.manager = manager;
        this.resource = resource;
        this.size = size;
        this.pod = pod;
        this.container = container;
    }

    /** The devices to allocate; none when the container has them already. */
    Set<String> choose(NavigableSet<String> reusable) throws AdmissionException {
        List<String> held = manager.grants(pod, container).stream()
                .filter(grant -> grant.resource().equals(resource))
                .flatMap(grant -> grant.devices().stream())
                .toList();
        if (!held.isEmpty() && held.size() != size) {
            throw new AdmissionException("pod \"%s\" container \"%s\" changed request for resource \"%s\" from %d to %d"
                    .formatted(pod.getMetadata().getUid(), container.getName(), resource, held.size(), size));
        }
        NavigableSet<String> healthy = manager.healthy(resource)
                .orElseThrow(() -> new AdmissionException("cannot allocate unregistered device " + resource));
        if (healthy.isEmpty()) {
            throw new AdmissionException("no healthy devices present; cannot allocate unhealthy devices " + resource);
        }
        if (!healthy.containsAll(held)) {
            throw new AdmissionException(
                    "previously allocated devices are no longer healthy; cannot allocate unhealthy devices "
                            + resource);
        }
        return held.isEmpty() ? chooseNew(healthy, reusable) : Set.of();
    }

    /** Reused ones first, then those that the plugin prefers, then any. */
    private Set<String> chooseNew(NavigableSet<String> healthy, NavigableSet<String> reusable)
            throws AdmissionException {
        Set<String> chosen = new TreeSet<>(reusable.stream().limit(size).toList());
        int needed = size - chosen.size();
        if (needed == 0) {
            return chosen;
        }
        NavigableSet<String> available = new TreeSet<>(healthy);
        available.removeAll(manager.taken(resource));
        if (available.size() < needed) {
            throw new AdmissionException("requested number of devices unavailable for %s. Requested: %d, Available: %d"
                    .formatted(resource, needed, available.size()));
        }
        Set<String> candidates = new TreeSet<>(available);
        candidates.addAll(chosen);
        preferred(candidates, chosen).stream()
                .filter(available::contains)
                .limit(needed)
                .forEach(chosen::add);
        available.removeAll(chosen);
        available.stream().limit(size - chosen.size()).forEach(chosen::add);
        return chosen;
    }

    private List<String> preferred(Set<String> available, Set<String> mustHave) throws AdmissionException {
        PluginEndpoint plugin = manager.plugin(resource)
                .orElseThrow(() ->
                        new AdmissionException("endpoint not found in cache for a registered resource: " + resource));
        try {
            return plugin.preferred(available, mustHave, size);
        } catch (StatusRuntimeException e) {
            throw new AdmissionException("device plugin GetPreferredAllocation rpc failed with err: " + e.getMessage());
        }
    }

    void ask(Set<String> devices) throws AdmissionException {
        PluginEndpoint plugin =
                manager.plugin(resource).orElseThrow(() -> new AdmissionException("unknown Device Plugin " + resource));
        AllocateResponse answer;
        try {
            answer = plugin.allocate(devices);
        } catch (StatusRuntimeException e) {
            throw new AdmissionException(Objects.requireNonNullElse(e.getMessage(), "no answer"));
        }
        if (answer.getContainerResponsesCount() == 0) {
            throw new AdmissionException("no containers return in allocation response " + answer);
        }
        manager.add(DeviceGrant.of(
                pod.getMetadata().getUid(), container.getName(), resource, devices, answer.getContainerResponses(0)));
    }
}
