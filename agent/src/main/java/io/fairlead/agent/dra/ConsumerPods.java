package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.dra.AllocatedClaim;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The pods that a claim is reserved for.
 *
 * @param pods those that are there
 */
record ConsumerPods(List<Pod> pods) {
    static ConsumerPods of(AllocatedClaim claim, KubernetesClient client) {
        return new ConsumerPods(claim.object().getStatus().getReservedFor().stream()
                .filter(consumer -> "pods".equals(consumer.getResource()))
                .flatMap(consumer -> pod(claim.ref().namespace(), consumer, client))
                .toList());
    }

    private static Stream<Pod> pod(String namespace, ResourceClaimConsumerReference consumer, KubernetesClient client) {
        Pod pod = client.pods()
                .inNamespace(namespace)
                .withName(consumer.getName())
                .get();
        return Stream.ofNullable(pod)
                .filter(found -> Objects.equals(found.getMetadata().getUid(), consumer.getUid()));
    }

    /** What pods call the claim; containers find its variables under these names. */
    Set<String> namesOf(AllocatedClaim claim) {
        if (claim.podClaimName().isPresent()) {
            return Set.of(claim.podClaimName().get());
        }
        Set<String> names = new TreeSet<>(Set.of(claim.ref().name()));
        pods.stream()
                .flatMap(pod -> pod.getSpec().getResourceClaims().stream())
                .filter(own -> claim.ref().name().equals(own.getResourceClaimName()))
                .forEach(own -> names.add(own.getName()));
        return names;
    }
}
