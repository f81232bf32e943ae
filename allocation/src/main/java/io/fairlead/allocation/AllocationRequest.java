package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;

/** The claims of a pod that are not allocated yet, and the node that is to give them their devices. */
public record AllocationRequest(Cluster cluster, Node node, List<ResourceClaim> claims) {
    public AllocationRequest {
        claims = List.copyOf(claims);
    }
}
