package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fairlead.reconcile.Timestamps;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The status that a kubelet would write for a pod whose containers run, or have ended well. */
final class PodRun {
    private final String hostIp;
    private final String podNetwork;
    private final AtomicInteger addresses = new AtomicInteger();

    /** {@code podNetwork} is the first two numbers of the pods' addresses. */
    PodRun(String hostIp, String podNetwork) {
        this.hostIp = hostIp;
        this.podNetwork = podNetwork;
    }

    Map<String, Object> running(Pod pod, Instant now) {
        int host = addresses.incrementAndGet();
        String ip = Boolean.TRUE.equals(pod.getSpec().getHostNetwork())
                ? hostIp
                : "%s.%d.%d".formatted(podNetwork, host / 256 % 256, host % 256);
        Map<String, Object> status = new HashMap<>(status(pod, "Running", true, now));
        status.putAll(Map.of(
                "startTime", Timestamps.seconds(now),
                "hostIP", hostIp,
                "hostIPs", List.of(Map.of("ip", hostIp)),
                "podIP", ip,
                "podIPs", List.of(Map.of("ip", ip))));
        return status;
    }

    Map<String, Object> succeeded(Pod pod, Instant now) {
        return status(pod, "Succeeded", false, now);
    }

    private static Map<String, Object> status(Pod pod, String phase, boolean ready, Instant now) {
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
                        .map(container -> container(pod, container, state, ready))
                        .toList(),
                "initContainerStatuses",
                pod.getSpec().getInitContainers().stream()
                        .map(container -> container(pod, container, ended, true))
                        .toList());
    }

    private static Map<String, Object> container(
            Pod pod, Container container, Map<String, Object> state, boolean ready) {
        return Map.of(
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
                state);
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
