package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.allocation.AllocatedDevice;
import io.fairlead.allocation.Allocator;
import io.fairlead.allocation.Cluster;
import io.fairlead.allocation.Features;
import io.fairlead.reconcile.Events;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.Reconciler;
import io.fairlead.reconcile.Result;
import io.fairlead.reconcile.Timestamps;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives each waiting pod its node and its claims their devices.
 *
 * <p>One pod at a time, on one worker, so that no two pods are promised the same thing. Claims are allocated and reserved
 * first, then the pod is bound; when a step fails, the next try goes on from what is written.
 */
final class Scheduler implements Reconciler<Key> {
    private static final String NAME = "default-scheduler";

    private final KubernetesClient client;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<Node> nodes;
    private final SharedIndexInformer<ResourceSlice> slices;
    private final SharedIndexInformer<DeviceClass> classes;
    private final Written<ResourceClaim> claims;
    private final Events events;
    private final InstantSource clock;
    // Pods that we bound and whose binding the informer has not shown yet; uid to node.
    private final Map<String, String> bound = new ConcurrentHashMap<>();

    Scheduler(
            KubernetesClient client,
            Informers informers,
            Written<ResourceClaim> claims,
            Events events,
            InstantSource clock) {
        this.client = client;
        this.pods = informers.of(Pod.class);
        this.nodes = informers.of(Node.class);
        this.slices = informers.of(ResourceSlice.class);
        this.classes = informers.of(DeviceClass.class);
        this.claims = claims;
        this.events = events;
        this.clock = clock;
    }

    /** Whether a pod is ours to place. */
    static boolean waits(Pod pod) {
        return NAME.equals(pod.getSpec().getSchedulerName())
                && !Pods.isBound(pod)
                && !Pods.isTerminal(pod)
                && !Pods.isDeleting(pod)
                && pod.getSpec().getSchedulingGates().isEmpty();
    }

    /** Every pod that waits, for when something changed that may let it run. */
    List<Key> waiting() {
        return pods.getStore().list().stream()
                .filter(Scheduler::waits)
                .map(Key::of)
                .toList();
    }

    @Override
    public Result reconcile(Key key) {
        Pod pod = pods.getStore().getByKey(key.toString());
        if (pod == null || !waits(pod) || bound.containsKey(pod.getMetadata().getUid())) {
            return Result.done();
        }
        switch (Placement.of(pod, state())) {
            case Placement.Fits(Node node, List<ResourceClaim> wanted, Map<String, AllocationResult> allocations) -> {
                for (ResourceClaim claim : wanted) {
                    reserve(
                            claim,
                            pod,
                            Optional.ofNullable(
                                    allocations.get(claim.getMetadata().getName())));
                }
                bind(pod, node.getMetadata().getName());
            }
            case Placement.Waits(String message) -> explain(pod, message);
            case Placement.Refused(String message) -> {
                explain(pod, message);
                events.warning(pod, "FailedScheduling", message);
                letGo(pod);
            }
        }
        return Result.done();
    }

    private ClusterState state() {
        List<Pod> all = pods.getStore().list();
        Map<String, List<Pod>> byNode = new HashMap<>();
        Map<String, String> stillUnseen = new HashMap<>();
        for (Pod pod : all) {
            String uid = pod.getMetadata().getUid();
            String node = Pods.isBound(pod) ? pod.getSpec().getNodeName() : bound.get(uid);
            if (node != null && !Pods.isTerminal(pod)) {
                byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(pod);
            }
            if (node != null && !Pods.isBound(pod)) {
                stillUnseen.put(uid, node);
            }
        }
        bound.keySet().retainAll(stillUnseen.keySet());
        Map<Key, ResourceClaim> byKey = claims.all();
        return new ClusterState(
                nodes.getStore().list(),
                byNode,
                byKey,
                new Allocator(new Cluster(
                        Features.DEFAULT,
                        classes.getStore().list(),
                        slices.getStore().list(),
                        byKey.values().stream()
                                .flatMap(claim -> AllocatedDevice.of(claim).stream())
                                .toList())));
    }

    private void reserve(ResourceClaim claim, Pod pod, Optional<AllocationResult> allocation) {
        if (allocation.isEmpty() && Claims.isReservedFor(claim, pod)) {
            return;
        }
        ResourceClaim current = claim;
        // Protected before it is allocated, so that an allocated claim never vanishes under its pod.
        if (!current.getMetadata().getFinalizers().contains(Claims.FINALIZER)) {
            current = client.resource(new ResourceClaimBuilder(current)
                            .editMetadata()
                            .addToFinalizers(Claims.FINALIZER)
                            .endMetadata()
                            .build())
                    .update();
            claims.remember(current);
        }
        var status = new ResourceClaimBuilder(current).editOrNewStatus();
        allocation.ifPresent(status::withAllocation);
        if (!Claims.isReservedFor(claim, pod)) {
            status.addToReservedFor(Claims.consumer(pod));
        }
        claims.remember(client.resource(status.endStatus().build()).updateStatus());
    }

    private void bind(Pod pod, String node) {
        Binding binding = new BindingBuilder()
                .withNewMetadata()
                .withNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .endMetadata()
                .withNewTarget()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(node)
                .endTarget()
                .build();
        String path = "/api/v1/namespaces/%s/pods/%s/binding"
                .formatted(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
        if (client.raw(path, "POST", binding) == null) {
            return; // the pod is gone
        }
        bound.put(pod.getMetadata().getUid(), node);
        events.normal(pod, "Scheduled", "Successfully assigned %s to %s".formatted(Key.of(pod), node));
    }

    private void explain(Pod pod, String message) {
        Optional<PodCondition> before = pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .findFirst();
        if (before.filter(c -> c.getStatus().equals("False") && message.equals(c.getMessage()))
                .isPresent()) {
            return;
        }
        Map<String, Object> condition = new HashMap<>(
                Map.of("type", "PodScheduled", "status", "False", "reason", "Unschedulable", "message", message));
        if (before.filter(c -> c.getStatus().equals("False")).isEmpty()) {
            condition.put("lastTransitionTime", Timestamps.seconds(clock.instant()));
        }
        PodStatus.patch(client, pod, Map.of("conditions", List.of(condition)));
    }

    /** Gives up the devices of claims that wait for this pod alone: elsewhere there may be others that it can use. */
    private void letGo(Pod pod) {
        for (Key key : Claims.keysOf(pod)) {
            ResourceClaim claim = claims.get(key);
            if (claim != null
                    && Claims.allocationOf(claim).isPresent()
                    && Claims.consumersOf(claim).stream()
                            .allMatch(consumer ->
                                    consumer.getUid().equals(pod.getMetadata().getUid()))) {
                claims.remember(client.resource(new ResourceClaimBuilder(claim)
                                .editStatus()
                                .withAllocation(null)
                                .withReservedFor()
                                .endStatus()
                                .build())
                        .updateStatus());
            }
        }
    }
}
