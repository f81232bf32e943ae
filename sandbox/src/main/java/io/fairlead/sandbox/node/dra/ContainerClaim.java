package io.fairlead.sandbox.node.dra;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.control.Claims;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a container's {@code resources.claims}.
 *
 * @param podClaim the name that the pod has for the claim
 * @param request the one request that is asked for; null for all of them
 */
record ContainerClaim(String podClaim, Key claim, @Nullable String request) {
    static List<ContainerClaim> of(Pod pod, Container container) {
        if (container.getResources() == null) {
            return List.of();
        }
        return container.getResources().getClaims().stream()
                .flatMap(asked -> keyOf(pod, asked.getName()).stream()
                        .map(key -> new ContainerClaim(asked.getName(), key, asked.getRequest())))
                .toList();
    }

    private static Optional<Key> keyOf(Pod pod, String name) {
        return pod.getSpec().getResourceClaims().stream()
                .filter((PodResourceClaim claim) -> claim.getName().equals(name))
                .findFirst()
                .flatMap(claim -> Claims.keyOf(pod, claim));
    }

    /** As the pod's status calls it. */
    String statusName() {
        return request == null ? "claim:" + podClaim : "claim:" + podClaim + "/" + request;
    }
}
