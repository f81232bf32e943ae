package io.fairlead.sandbox.node.dra;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.control.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which claims a pod has, and whether it may use them; the answers are those of the API server, never of a cache. */
final class PodClaims {
    private final KubernetesClient client;

    PodClaims(KubernetesClient client) {
        this.client = client;
    }

    /** All claims that the pod needs prepared; fails at the first that it may not use. Changes nothing. */
    List<ResourceClaim> usable(Pod pod) throws DraException {
        List<ResourceClaim> claims = new ArrayList<>();
        for (PodResourceClaim asked : pod.getSpec().getResourceClaims()) {
            Optional<Key> key = keyOf(pod, asked);
            if (key.isPresent()) {
                claims.add(usable(pod, asked, key.get()));
            }
        }
        return claims;
    }

    /** Empty for a claim that the pod turned out not to need. */
    static Optional<Key> keyOf(Pod pod, PodResourceClaim asked) throws DraException {
        Optional<Key> key = Claims.keyOf(pod, asked);
        if (key.isEmpty()
                && pod.getStatus().getResourceClaimStatuses().stream()
                        .map(PodResourceClaimStatus::getName)
                        .noneMatch(asked.getName()::equals)) {
            throw new DraException("pod \"%s\": ResourceClaim not created yet".formatted(Key.of(pod)));
        }
        return key;
    }

    private ResourceClaim usable(Pod pod, PodResourceClaim asked, Key key) throws DraException {
        ResourceClaim claim = client.resources(ResourceClaim.class)
                .inNamespace(key.namespace())
                .withName(key.name())
                .get();
        if (claim == null) {
            throw new DraException("fetch ResourceClaim %s: resourceclaims.resource.k8s.io \"%s\" not found"
                    .formatted(key.name(), key.name()));
        }
        if (asked.getResourceClaimTemplateName() != null && !Claims.isOwnedBy(claim, pod)) {
            throw new DraException(
                    "ResourceClaim %s was not created for Pod %s (Pod is not owner)".formatted(key, Key.of(pod)));
        }
        if (!Claims.isReservedFor(claim, pod)) {
            throw new DraException("pod %s (%s) is not allowed to use ResourceClaim %s (%s)"
                    .formatted(
                            pod.getMetadata().getName(),
                            pod.getMetadata().getUid(),
                            key.name(),
                            claim.getMetadata().getUid()));
        }
        if (Claims.allocationOf(claim).isEmpty()) {
            throw new DraException("ResourceClaim %s: not allocated".formatted(key.name()));
        }
        return claim;
    }
}
