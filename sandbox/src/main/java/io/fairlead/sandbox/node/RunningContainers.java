package io.fairlead.sandbox.node;

import io.fairlead.sandbox.node.cdi.ContainerView;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What the container runtime has running, by the pod's uid; it goes on when the kubelet does not. */
final class RunningContainers {
    private final Map<String, Map<String, ContainerView>> pods = new ConcurrentHashMap<>();

    void start(String pod, Map<String, ContainerView> containers) {
        pods.put(pod, Map.copyOf(containers));
    }

    void stop(String pod) {
        pods.remove(pod);
    }

    boolean isRunning(String pod) {
        return pods.containsKey(pod);
    }

    /**
     * Stops what belongs to none of these pods: the kubelet that started it is gone, and so is the pod.
     *
     * @return these pods
     */
    Set<String> keepOnly(Supplier<Set<String>> known) {
        // First: what starts while the pods are being listed belongs to one that is among them.
        Set<String> running = new HashSet<>(pods.keySet());
        Set<String> kept = known.get();
        running.removeAll(kept);
        running.forEach(this::stop);
        return kept;
    }

    Optional<ContainerView> find(String pod, String container) {
        return Optional.ofNullable(pods.get(pod)).map(containers -> containers.get(container));
    }
}
