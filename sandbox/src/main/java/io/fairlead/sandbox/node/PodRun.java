package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.ResourceStatus;
import io.fairlead.reconcile.Timestamps;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The status that a kubelet would write for a pod whose containers run, or have ended well. */
final class PodRun {
    private final String hostIp;
    private final String podNetwork;
    private final AtomicInteger hosts = new AtomicInteger();
    private final Map<String, String> addresses = new ConcurrentHashMap<>();
    private final Set<String> rejected = ConcurrentHashMap.newKeySet();

    /** {@code podNetwork} is the first two numbers of the pods' addresses. */
    PodRun(String hostIp, String podNetwork) {
        this.hostIp = hostIp;
        this.podNetwork = podNetwork;
    }

    /** {@code allocated} says how the devices are that a container was given. */
    Map<String, Object> running(Pod pod, Function<Container, List<ResourceStatus>> allocated, Instant now) {
        String ip = Boolean.TRUE.equals(pod.getSpec().getHostNetwork())
                ? hostIp
                : addresses.computeIfAbsent(pod.getMetadata().getUid(), _ -> nextAddress());
        Map<String, Object> status = new HashMap<>(status(pod, "Running", true, allocated, now));
        status.putAll(Map.of(
                "startTime",
                Optional.ofNullable(pod.getStatus().getStartTime()).orElse(Timestamps.seconds(now)),
                "hostIP",
                hostIp,
                "hostIPs",
                List.of(Map.of("ip", hostIp)),
                "podIP",
                ip,
                "podIPs",
                List.of(Map.of("ip", ip))));
        return status;
    }

    Map<String, Object> succeeded(Pod pod, Instant now) {
        return status(pod, "Succeeded", false, _ -> List.of(), now);
    }

    /** For a pod that is refused: nothing of it ran. */
    static Map<String, Object> rejected(String reason, String message) {
        return Map.of("phase", "Failed", "reason", reason, "message", "Pod was rejected: " + message);
    }

    /** The API server was told that the pod is refused; the pods that we watch may show it later. */
    void reject(Pod pod) {
        rejected.add(pod.getMetadata().getUid());
    }

    /** A pod that was refused once is refused for good, whatever could be given to it by now. */
    boolean isRejected(Pod pod) {
        return rejected.contains(pod.getMetadata().getUid());
    }

    void forget(Pod pod) {
        addresses.remove(pod.getMetadata().getUid());
        rejected.remove(pod.getMetadata().getUid());
    }

    private String nextAddress() {
        int host = hosts.incrementAndGet();
        return "%s.%d.%d".formatted(podNetwork, host / 256 % 256, host % 256);
    }

    private static Map<String, Object> status(
            Pod pod, String phase, boolean ready, Function<Container, List<ResourceStatus>> allocated, Instant now) {
        String startedAt = Optional.ofNullable(pod.getStatus().getStartTime()).orElse(Timestamps.seconds(now));
        Map<String, Object> ended = Map.of(
                "terminated",
                Map.of(
                        "exitCode",
                        0,
                        "reason",
                        "Completed",
                        "startedAt",
                        startedAt,
                        "finishedAt",
                        Timestamps.seconds(now)));
        Map<String, Object> state = ready ? Map.of("running", Map.of("startedAt", startedAt)) : ended;
        List<Map<String, Object>> conditions = List.of(
                condition(pod, "PodReadyToStartContainers", ready, "", now),
                condition(pod, "Initialized", true, ready ? "" : "PodCompleted", now),
                condition(pod, "Ready", ready, ready ? "" : "PodCompleted", now),
                condition(pod, "ContainersReady", ready, ready ? "" : "PodCompleted", now),
                condition(pod, "PodScheduled", true, "", now));
        return Map.of(
                "phase",
                phase,
                "conditions",
                conditions,
                "containerStatuses",
                pod.getSpec().getContainers().stream()
                        .map(container -> container(pod, container, state, ready, allocated.apply(container)))
                        .toList(),
                "initContainerStatuses",
                pod.getSpec().getInitContainers().stream()
                        .map(container -> container(pod, container, ended, true, List.of()))
                        .toList());
    }

    private static Map<String, Object> container(
            Pod pod, Container container, Map<String, Object> state, boolean ready, List<ResourceStatus> allocated) {
        Map<String, Object> status = new HashMap<>(Map.of(
                "name",
                container.getName(),
                "image",
                container.getImage(),
                "imageID",
                "",
                "containerID",
                "simulated://" + pod.getMetadata().getUid() + "/" + container.getName(),
                "ready",
                ready,
                "started",
                state.containsKey("running"),
                "restartCount",
                0,
                "state",
                state));
        if (!allocated.isEmpty()) {
            status.put("allocatedResourcesStatus", allocated);
        }
        return status;
    }

    private static Map<String, Object> condition(Pod pod, String type, boolean is, String reason, Instant now) {
        String status = is ? "True" : "False";
        String since = pod.getStatus().getConditions().stream()
                .filter(c -> c.getType().equals(type) && c.getStatus().equals(status))
                .map(PodCondition::getLastTransitionTime)
                .findFirst()
                .orElse(Timestamps.seconds(now));
        Map<String, Object> condition =
                new HashMap<>(Map.of("type", type, "status", status, "lastTransitionTime", since));
        // Null takes away what an earlier status left there.
        condition.put("reason", reason.isEmpty() ? null : reason);
        condition.put("message", null);
        return condition;
    }
}
