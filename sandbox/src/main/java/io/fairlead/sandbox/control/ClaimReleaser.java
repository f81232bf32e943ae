package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Informers;
import io.fairlead.reconcile.Key;
import io.fairlead.reconcile.Reconciler;
import io.fairlead.reconcile.Result;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes a claim away from pods that no longer need it; without a consumer it loses its allocation, then its finalizer,
 * and if it was made for a pod that is done, it is deleted.
 */
final class ClaimReleaser implements Reconciler<Key> {
    private final KubernetesClient client;
    private final SharedIndexInformer<Pod> pods;
    private final Written<ResourceClaim> claims;

    ClaimReleaser(KubernetesClient client, Informers informers, Written<ResourceClaim> claims) {
        this.client = client;
        this.pods = informers.of(Pod.class);
        this.claims = claims;
    }

    @Override
    public Result reconcile(Key key) {
        ResourceClaim claim = claims.get(key);
        if (claim == null) {
            return Result.done();
        }
        List<ResourceClaimConsumerReference> before = Claims.consumersOf(claim);
        List<ResourceClaimConsumerReference> remaining = before.stream()
                .filter(consumer -> !Claims.isPod(consumer) || stillNeeds(key.namespace(), consumer))
                .toList();
        boolean released = remaining.size() < before.size();
        boolean deleting = claim.getMetadata().getDeletionTimestamp() != null;
        // A claim that nobody has used yet keeps its allocation: only the last consumer's leaving, or deletion, ends
        // it.
        boolean unused = remaining.isEmpty() && isProtected(claim) && (released || deleting);
        if (released || (unused && Claims.allocationOf(claim).isPresent())) {
            claim = writeStatus(claim, remaining, unused);
        }
        if (unused) {
            claim = unprotect(claim);
        }
        if (remaining.isEmpty() && !deleting && isOfADonePod(claim)) {
            client.resource(claim).delete();
        }
        return Result.done();
    }

    private boolean stillNeeds(String namespace, ResourceClaimConsumerReference consumer) {
        Pod pod = pods.getStore().getByKey(new Key(namespace, consumer.getName()).toString());
        if (pod == null) {
            // Not in the cache may mean not yet: only the server knows.
            pod = client.pods()
                    .inNamespace(namespace)
                    .withName(consumer.getName())
                    .get();
        }
        return pod != null && pod.getMetadata().getUid().equals(consumer.getUid()) && !Pods.isDone(pod);
    }

    private ResourceClaim writeStatus(
            ResourceClaim claim, List<ResourceClaimConsumerReference> consumers, boolean deallocate) {
        var status = new ResourceClaimBuilder(claim).editStatus().withReservedFor(consumers);
        return remembered(client.resource((deallocate ? status.withAllocation(null) : status)
                        .endStatus()
                        .build())
                .updateStatus());
    }

    private ResourceClaim unprotect(ResourceClaim claim) {
        return remembered(client.resource(new ResourceClaimBuilder(claim)
                        .editMetadata()
                        .removeFromFinalizers(Claims.FINALIZER)
                        .endMetadata()
                        .build())
                .update());
    }

    /** One that is being deleted may be gone with this write, and would be remembered in vain. */
    private ResourceClaim remembered(ResourceClaim written) {
        if (written.getMetadata().getDeletionTimestamp() == null) {
            claims.remember(written);
        }
        return written;
    }

    private static boolean isProtected(ResourceClaim claim) {
        return claim.getMetadata().getFinalizers().contains(Claims.FINALIZER);
    }

    /** Only where the pod is known; one that is gone takes its claims along by garbage collection. */
    private boolean isOfADonePod(ResourceClaim claim) {
        Optional<OwnerReference> owner = Claims.owningPod(claim);
        return owner.isPresent() && isDoneOrReplaced(claim.getMetadata().getNamespace(), owner.get());
    }

    private boolean isDoneOrReplaced(String namespace, OwnerReference owner) {
        @Nullable Pod pod = pods.getStore().getByKey(new Key(namespace, owner.getName()).toString());
        return pod != null && (!pod.getMetadata().getUid().equals(owner.getUid()) || Pods.isDone(pod));
    }
}
