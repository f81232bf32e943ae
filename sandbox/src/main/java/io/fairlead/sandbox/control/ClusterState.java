package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.allocation.Allocator;
import io.fairlead.reconcile.Key;
import java.util.List;
import java.util.Map;

/** All that a placement is decided from, at one moment. */
record ClusterState(
        List<Node> nodes, Map<String, List<Pod>> podsByNode, Map<Key, ResourceClaim> claims, Allocator allocator) {
    List<Pod> podsOn(Node node) {
        return podsByNode.getOrDefault(node.getMetadata().getName(), List.of());
    }
}
