package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.allocation.AllocationFailure;
import io.fairlead.allocation.NodeMatch;
import io.fairlead.allocation.Outcome;
import io.fairlead.reconcile.Key;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Where a pod can run, or why nowhere. */
sealed interface Placement {
    /** On this node, with these claims reserved; those that have no allocation yet get theirs. */
    record Fits(Node node, List<ResourceClaim> claims, Map<String, AllocationResult> allocations)
            implements Placement, Answer {}

    /** Nowhere as things are. */
    record Refused(String message) implements Placement {}

    /** Something that the pod names is not there yet, so there is nothing to say about nodes. */
    record Waits(String message) implements Placement {}

    /** What one node has to say. */
    sealed interface Answer permits Fits, Unfit {}

    /** Not here, and every reason why. */
    record Unfit(List<String> reasons) implements Answer {}

    /** Decides for one pod; of the nodes that fit it takes the one with the fewest pods. */
    static Placement of(Pod pod, ClusterState state) {
        List<ResourceClaim> claims = new ArrayList<>();
        for (PodResourceClaim asked : pod.getSpec().getResourceClaims()) {
            Optional<Key> key = Claims.keyOf(pod, asked);
            if (key.isEmpty()) {
                return new Waits("waiting for the ResourceClaim of \"%s\" to be made from template \"%s\""
                        .formatted(asked.getName(), asked.getResourceClaimTemplateName()));
            }
            ResourceClaim claim = state.claims().get(key.get());
            if (claim == null) {
                return new Waits(
                        "resourceclaim \"%s\" not found".formatted(key.get().name()));
            }
            Optional<String> obstacle = obstacle(pod, asked, claim);
            if (obstacle.isPresent()) {
                return refused(state, Map.of(), obstacle.get());
            }
            claims.add(claim);
        }
        return onBestNode(pod, claims, state);
    }

    private static Optional<String> obstacle(Pod pod, PodResourceClaim asked, ResourceClaim claim) {
        String name = claim.getMetadata().getName();
        if (!Claims.isUsableBy(claim, asked, pod)) {
            return Optional.of("ResourceClaim %s was not created for pod %s (pod is not owner)"
                    .formatted(name, pod.getMetadata().getName()));
        }
        if (claim.getMetadata().getDeletionTimestamp() != null) {
            return Optional.of("resourceclaim \"%s\" is being deleted".formatted(name));
        }
        if (Claims.allocationOf(claim).isPresent()
                && !Claims.isReservedFor(claim, pod)
                && Claims.consumersOf(claim).size() >= Claims.MOST_CONSUMERS) {
            return Optional.of("resourceclaim in use");
        }
        return Optional.empty();
    }

    private static Placement onBestNode(Pod pod, List<ResourceClaim> claims, ClusterState state) {
        Map<String, Integer> reasons = new TreeMap<>();
        List<Node> nodes = state.nodes().stream()
                .sorted(Comparator.<Node>comparingInt(node -> state.podsOn(node).size())
                        .thenComparing(node -> node.getMetadata().getName()))
                .toList();
        for (Node node : nodes) {
            switch (ask(node, pod, claims, state)) {
                case Fits fits -> {
                    return fits;
                }
                case Unfit(List<String> why) -> why.forEach(reason -> reasons.merge(reason, 1, Integer::sum));
            }
        }
        return refused(state, reasons, "");
    }

    private static Answer ask(Node node, Pod pod, List<ResourceClaim> claims, ClusterState state) {
        try {
            List<String> reasons = NodeFit.reasons(pod, node, state.podsOn(node));
            return reasons.isEmpty() ? withClaims(node, claims, state) : new Unfit(reasons);
        } catch (AllocationFailure e) {
            return new Unfit(List.of(e.getMessage()));
        }
    }

    private static Answer withClaims(Node node, List<ResourceClaim> claims, ClusterState state) {
        List<ResourceClaim> open = new ArrayList<>();
        for (ResourceClaim claim : claims) {
            Optional<AllocationResult> allocation = Claims.allocationOf(claim);
            if (allocation.isEmpty()) {
                open.add(claim);
            } else if (allocation.get().getNodeSelector() != null
                    && !NodeMatch.matches(node, allocation.get().getNodeSelector())) {
                return new Unfit(List.of("resourceclaim not available on the node"));
            }
        }
        if (open.isEmpty()) {
            return new Fits(node, claims, Map.of());
        }
        return switch (state.allocator().allocate(node, open)) {
            case Outcome.Unallocatable _ -> new Unfit(List.of("cannot allocate all claims"));
            case Outcome.Failed(String message) -> new Unfit(List.of(message));
            case Outcome.Allocated(List<AllocationResult> results) -> {
                Map<String, AllocationResult> byName = new LinkedHashMap<>();
                for (int i = 0; i < open.size(); i++) {
                    byName.put(open.get(i).getMetadata().getName(), results.get(i));
                }
                yield new Fits(node, claims, byName);
            }
        };
    }

    private static Refused refused(ClusterState state, Map<String, Integer> reasons, String beforeNodes) {
        String counted = reasons.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        String said = counted.isEmpty() ? beforeNodes : counted;
        return new Refused("0/%d nodes are available:%s"
                .formatted(state.nodes().size(), said.isEmpty() ? " no nodes are registered." : " " + said + "."));
    }
}
