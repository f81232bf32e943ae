package io.fairlead.sandbox.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.Reconciler;
import io.fairlead.reconcile.Result;
import io.fairlead.sandbox.control.PodStatus;
import io.fairlead.sandbox.control.Pods;
import io.fairlead.sandbox.node.cdi.CdiException;
import io.fairlead.sandbox.node.cdi.ContainerView;
import io.fairlead.sandbox.node.device.AdmissionException;
import io.fairlead.sandbox.node.device.DeviceManager;
import io.fairlead.sandbox.node.device.DeviceNotReadyException;
import io.fairlead.sandbox.node.dra.DraException;
import io.fairlead.sandbox.node.dra.DraSide;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes each pod of its node through its life: admit, prepare, run, end, give back, gone. */
final class PodLife implements Reconciler<Key> {
    /** On a pod with restartPolicy Never: after how many seconds its containers end well. */
    static final String EXIT_AFTER = "sandbox.fairlead.io/exit-after-seconds";

    private final KubernetesClient client;
    private final NodePods pods;
    private final DeviceManager devices;
    private final DraSide claims;
    private final ContainerSetup setup;
    private final RunningContainers containers;
    private final PodRun run;
    private final Events events;
    private final InstantSource clock;
    // Each pod that this kubelet has something to do with, as last seen; a pod that is gone can be asked for no more.
    private final Map<Key, Pod> handled = new ConcurrentHashMap<>();
    private final Set<String> admitted = ConcurrentHashMap.newKeySet();
    // Pods whose containers have ended well, until everybody knows.
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private final Map<String, List<ResourceStatus>> reported = new ConcurrentHashMap<>();
    private volatile boolean dead;

    PodLife(
            KubernetesClient client,
            NodePods pods,
            DeviceManager devices,
            DraSide claims,
            ContainerSetup setup,
            RunningContainers containers,
            PodRun run,
            Events events,
            InstantSource clock) {
        this.client = client;
        this.pods = pods;
        this.devices = devices;
        this.claims = claims;
        this.setup = setup;
        this.containers = containers;
        this.run = run;
        this.events = events;
        this.clock = clock;
    }

    /** The uids of the pods that are being taken care of, also of those that are gone already. */
    Set<String> handled() {
        return handled.values().stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    }

    Set<Key> keys() {
        return Set.copyOf(handled.keySet());
    }

    /** The kubelet is no more: what it was about to do does not happen. */
    void kill() {
        dead = true;
    }

    @Override
    public Result reconcile(Key key) {
        try {
            return dead ? Result.done() : advance(key);
        } catch (DraException e) {
            return Result.failed(e.toString());
        }
    }

    /**
     * Ends the containers of pods that nobody speaks of any more, for instance after they vanished during a restart.
     *
     * @return the pods that were known then
     */
    Set<String> endLeftBehind(Supplier<Set<String>> known) {
        mustBeAlive();
        return containers.keepOnly(known);
    }

    private Result advance(Key key) throws DraException {
        Pod pod = pods.find(key);
        Pod before = handled.get(key);
        if (before != null && !isSame(before, pod)) {
            end(before);
            handled.remove(key);
        }
        if (pod == null) {
            return Result.done();
        }
        handled.put(key, pod);
        if (Pods.isDeleting(pod) || Pods.isTerminal(pod)) {
            end(pod);
            if (Pods.isDeleting(pod)) {
                write(() -> remove(pod));
            }
            ended.remove(pod.getMetadata().getUid());
            handled.remove(key);
            return Result.done();
        }
        if (ended.contains(pod.getMetadata().getUid())) {
            write(() -> PodStatus.patch(client, pod, run.succeeded(pod, clock.instant())));
            return Result.done();
        }
        if (run.isRejected(pod)) {
            return Result.done();
        }
        return containers.isRunning(pod.getMetadata().getUid()) ? follow(pod) : start(pod);
    }

    private Result start(Pod pod) throws DraException {
        String uid = pod.getMetadata().getUid();
        try {
            if (!admitted.contains(uid)) {
                devices.admit(pod);
                admitted.add(uid);
            }
        } catch (AdmissionException e) {
            String message = "Allocate failed due to %s, which is unexpected".formatted(e.getMessage());
            warn(pod, "UnexpectedAdmissionError", message);
            write(() -> PodStatus.patch(client, pod, PodRun.rejected("UnexpectedAdmissionError", message)));
            run.reject(pod);
            return Result.done();
        }
        try {
            claims.manager().prepare(pod);
        } catch (DraException e) {
            warn(pod, "FailedPrepareDynamicResources", "Failed to prepare dynamic resources: " + e.getMessage());
            throw e;
        }
        try {
            Map<String, ContainerView> views = new HashMap<>();
            for (Container container : allContainers(pod)) {
                views.put(container.getName(), setup.start(pod, container));
            }
            write(() -> containers.start(uid, views));
        } catch (DeviceNotReadyException | CdiException e) {
            warn(pod, "Failed", "Error: " + e.getMessage());
            return Result.failed(e.toString());
        }
        Result result = follow(pod);
        events.normal(pod, "Started", "Simulated node runs the pod; no container was started");
        return result;
    }

    /** Of a pod whose containers run: tells how it and its devices are, and ends it when it is time. */
    private Result follow(Pod pod) throws DraException {
        String uid = pod.getMetadata().getUid();
        List<ResourceStatus> health = new ArrayList<>();
        pod.getSpec().getContainers().forEach(container -> health.addAll(allocated(pod, container)));
        if (!health.equals(reported.get(uid))
                || !"Running".equals(pod.getStatus().getPhase())) {
            write(() -> PodStatus.patch(
                    client, pod, run.running(pod, container -> allocated(pod, container), clock.instant())));
            reported.put(uid, health);
        }
        return exit(pod);
    }

    private Result exit(Pod pod) throws DraException {
        String after = Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.<String, String>of())
                .get(EXIT_AFTER);
        String started = pod.getStatus().getStartTime();
        if (after == null
                || started == null
                || !after.matches("\\d{1,6}")
                || !"Never".equals(pod.getSpec().getRestartPolicy())) {
            return Result.done();
        }
        Duration left = Duration.between(clock.instant(), Instant.parse(started).plusSeconds(Long.parseLong(after)));
        if (left.isPositive()) {
            return Result.again(left);
        }
        end(pod);
        ended.add(pod.getMetadata().getUid());
        write(() -> PodStatus.patch(client, pod, run.succeeded(pod, clock.instant())));
        return Result.done();
    }

    /** Devices come back before the pod is called finished, as a kubelet does it: a finished pod holds nothing. */
    private void end(Pod pod) throws DraException {
        String uid = pod.getMetadata().getUid();
        write(() -> containers.stop(uid));
        claims.manager().unprepare(pod);
        run.forget(pod);
        admitted.remove(uid);
        reported.remove(uid);
    }

    /** This pod, and not another that has got its name meanwhile. */
    private void remove(Pod pod) {
        ObjectMeta meta = pod.getMetadata();
        DeleteOptions options = new DeleteOptionsBuilder()
                .withGracePeriodSeconds(0L)
                .withNewPreconditions()
                .withUid(meta.getUid())
                .endPreconditions()
                .build();
        try {
            var _ = client.raw(
                    "/api/v1/namespaces/%s/pods/%s".formatted(meta.getNamespace(), meta.getName()), "DELETE", options);
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND && e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
        }
    }

    private List<ResourceStatus> allocated(Pod pod, Container container) {
        return Stream.concat(devices.statusOf(pod, container).stream(), claims.allocated().of(pod, container).stream())
                .toList();
    }

    private void warn(Pod pod, String reason, String message) {
        write(() -> events.warning(pod, reason, message));
    }

    /** Every effect goes through here, so that a dead kubelet has none. */
    private void write(Runnable effect) {
        mustBeAlive();
        effect.run();
    }

    private void mustBeAlive() {
        if (dead) {
            throw new IllegalStateException("the kubelet was killed");
        }
    }

    private static boolean isSame(Pod one, @Nullable Pod other) {
        return other != null
                && one.getMetadata().getUid().equals(other.getMetadata().getUid());
    }

    private static List<Container> allContainers(Pod pod) {
        return Stream.concat(pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
                .toList();
    }
}
