package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.Reconciler;
import io.fairlead.reconcile.Result;
import io.fairlead.sandbox.control.Claims;
import io.fairlead.sandbox.control.PodStatus;
import io.fairlead.sandbox.control.Pods;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Takes each pod of its node through its life: prepare, run, end, give back, gone. */
final class SimulatedKubelet implements Reconciler<Key> {
    /** On a pod with restartPolicy Never: after how many seconds its containers end well. */
    static final String EXIT_AFTER = "sandbox.fairlead.io/exit-after-seconds";

    private final KubernetesClient client;
    private final SharedIndexInformer<Pod> pods;
    private final SimulatedDriver driver;
    private final Events events;
    private final InstantSource clock;
    private final PodRun run;
    // The uid behind each pod that may have something prepared; a pod that is gone can be asked for no more.
    private final Map<Key, String> started = new ConcurrentHashMap<>();

    SimulatedKubelet(
            KubernetesClient client,
            SharedIndexInformer<Pod> pods,
            SimulatedDriver driver,
            PodRun run,
            Events events,
            InstantSource clock) {
        this.client = client;
        this.pods = pods;
        this.driver = driver;
        this.run = run;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public Result reconcile(Key key) {
        Pod pod = pods.getStore().getByKey(key.toString());
        String before = started.get(key);
        if (before != null && (pod == null || !before.equals(pod.getMetadata().getUid()))) {
            giveBack(key, before);
        }
        if (pod == null) {
            return Result.done();
        }
        String uid = pod.getMetadata().getUid();
        if (Pods.isDeleting(pod)) {
            giveBack(key, uid);
            client.resource(pod).withGracePeriod(0).delete();
            return Result.done();
        }
        if (Pods.isTerminal(pod)) {
            giveBack(key, uid);
            return Result.done();
        }
        return isRunning(pod) ? end(pod) : start(key, pod);
    }

    private Result start(Key key, Pod pod) {
        started.put(key, pod.getMetadata().getUid());
        for (PodResourceClaim asked : pod.getSpec().getResourceClaims()) {
            Optional<String> obstacle = prepare(pod, asked);
            if (obstacle.isPresent()) {
                String message = "Failed to prepare dynamic resources: " + obstacle.get();
                events.warning(pod, "FailedPrepareDynamicResources", message);
                return Result.failed(message);
            }
        }
        PodStatus.patch(client, pod, run.running(pod, clock.instant()));
        events.normal(pod, "Started", "Simulated node runs the pod; no container was started");
        return Result.done();
    }

    /** Reads the claim from the server: a cache may not know yet that it was allocated, or that it is gone. */
    private Optional<String> prepare(Pod pod, PodResourceClaim asked) {
        Optional<Key> key = Claims.keyOf(pod, asked);
        if (key.isEmpty()) {
            return Optional.of("claim %s has not been made from its template".formatted(asked.getName()));
        }
        String name = key.get().name();
        ResourceClaim claim = client.resources(ResourceClaim.class)
                .inNamespace(key.get().namespace())
                .withName(name)
                .get();
        if (claim == null) {
            return Optional.of("resourceclaim %s not found".formatted(name));
        }
        if (!Claims.isReservedFor(claim, pod)) {
            return Optional.of("resourceclaim %s is not reserved for this pod".formatted(name));
        }
        if (Claims.allocationOf(claim).isEmpty()) {
            return Optional.of("resourceclaim %s is not allocated".formatted(name));
        }
        Optional<String> stranger = Claims.allocationOf(claim).orElseThrow().getDevices().getResults().stream()
                .map(result -> result.getDriver())
                .filter(other -> !other.equals(SimulatedDriver.NAME))
                .findFirst();
        return stranger.map(other ->
                        "resourceclaim %s: DRA driver %s is not registered on this node".formatted(name, other))
                .or(() -> driver.prepare(claim, pod.getMetadata().getUid()));
    }

    private Result end(Pod pod) {
        String after = Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.<String, String>of())
                .get(EXIT_AFTER);
        if (after == null
                || !after.matches("\\d{1,6}")
                || !"Never".equals(pod.getSpec().getRestartPolicy())) {
            return Result.done();
        }
        Instant at = Instant.parse(pod.getStatus().getStartTime()).plusSeconds(Long.parseLong(after));
        Duration left = Duration.between(clock.instant(), at);
        if (left.isPositive()) {
            return Result.again(left);
        }
        // Devices first, as a kubelet does it: a finished pod holds nothing.
        giveBack(Key.of(pod), pod.getMetadata().getUid());
        PodStatus.patch(client, pod, run.succeeded(pod, clock.instant()));
        return Result.done();
    }

    private void giveBack(Key key, String uid) {
        driver.unprepare(uid);
        started.remove(key, uid);
    }

    private static boolean isRunning(Pod pod) {
        return "Running".equals(pod.getStatus().getPhase());
    }
}
