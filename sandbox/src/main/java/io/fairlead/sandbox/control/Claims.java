package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaim;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReferenceBuilder;
import io.fairlead.reconcile.Key;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What a claim and a pod are to each other. */
public final class Claims {
    /** Keeps a claim from vanishing while it is allocated. */
    public static final String FINALIZER = "resource.kubernetes.io/delete-protection";

    /** On a claim made from a template: which of the pod's claims it is. */
    static final String POD_CLAIM_ANNOTATION = "resource.kubernetes.io/pod-claim-name";

    /** The API server takes no more consumers than this. */
    static final int MOST_CONSUMERS = 256;

    private Claims() {}

    /** The claim behind one of the pod's claims; empty while its template has not been made into one. */
    public static Optional<Key> keyOf(Pod pod, PodResourceClaim claim) {
        String name = claim.getResourceClaimName();
        if (name == null) {
            name = pod.getStatus() == null
                    ? null
                    : pod.getStatus().getResourceClaimStatuses().stream()
                            .filter(status -> status.getName().equals(claim.getName()))
                            .map(PodResourceClaimStatus::getResourceClaimName)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(null);
        }
        return Optional.ofNullable(name).map(found -> new Key(pod.getMetadata().getNamespace(), found));
    }

    /** All claims of the pod that are known by name. */
    static List<Key> keysOf(Pod pod) {
        return pod.getSpec().getResourceClaims().stream()
                .flatMap(claim -> keyOf(pod, claim).stream())
                .toList();
    }

    public static Optional<AllocationResult> allocationOf(ResourceClaim claim) {
        return Optional.ofNullable(claim.getStatus()).map(status -> status.getAllocation());
    }

    public static List<ResourceClaimConsumerReference> consumersOf(ResourceClaim claim) {
        return claim.getStatus() == null ? List.of() : claim.getStatus().getReservedFor();
    }

    public static boolean isReservedFor(ResourceClaim claim, Pod pod) {
        return consumersOf(claim).stream()
                .anyMatch(consumer -> consumer.getUid().equals(pod.getMetadata().getUid()));
    }

    static boolean isPod(ResourceClaimConsumerReference consumer) {
        return (consumer.getApiGroup() == null || consumer.getApiGroup().isEmpty())
                && consumer.getResource().equals("pods");
    }

    static ResourceClaimConsumerReference consumer(Pod pod) {
        return new ResourceClaimConsumerReferenceBuilder()
                .withResource("pods")
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .build();
    }

    /** The pod that a claim was made for from a template. */
    static Optional<OwnerReference> owningPod(HasMetadata claim) {
        return claim.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals("Pod") && Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    public static boolean isOwnedBy(ResourceClaim claim, Pod pod) {
        return owningPod(claim)
                .filter(owner -> owner.getUid().equals(pod.getMetadata().getUid()))
                .isPresent();
    }

    /** A claim that was made from a template must belong to this very pod; one that is named by the pod need not. */
    static boolean isUsableBy(ResourceClaim claim, PodResourceClaim asked, Pod pod) {
        return asked.getResourceClaimTemplateName() == null || isOwnedBy(claim, pod);
    }
}
