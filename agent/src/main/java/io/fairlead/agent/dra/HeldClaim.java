package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.UnusableClaimException;
import java.util.Optional;

/** Finds the claim that holds something. */
final class HeldClaim {
    private HeldClaim() {}

    /** Nothing if it is gone, another one has its name, or it is not allocated any more. */
    static Optional<AllocatedClaim> find(KubernetesClient client, Holder.Claim holder) {
        ResourceClaim found = client.resources(ResourceClaim.class)
                .inNamespace(holder.namespace())
                .withName(holder.name())
                .get();
        try {
            ClaimRef ref = new ClaimRef(holder.namespace(), holder.name(), holder.uid());
            return found == null ? Optional.empty() : Optional.of(AllocatedClaim.of(found, ref, PciDriver.NAME));
        } catch (UnusableClaimException _) {
            return Optional.empty();
        }
    }
}
