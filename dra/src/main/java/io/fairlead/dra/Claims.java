package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.jspecify.annotations.Nullable;

/** Finds the claims that a driver is asked to prepare. */
public final class Claims {
    private final KubernetesClient client;
    private final String driver;

    public Claims(KubernetesClient client, String driver) {
        this.client = client;
        this.driver = driver;
    }

    /** Reads the claim from the API server: what the kubelet asks for may be newer than any cache. */
    public AllocatedClaim resolve(ClaimRef ref) throws UnusableClaimException {
        ResourceClaim claim = get(ref);
        if (claim == null) {
            throw new UnusableClaimException(ref, "is gone");
        }
        return AllocatedClaim.of(claim, ref, driver);
    }

    private @Nullable ResourceClaim get(ClaimRef ref) throws UnusableClaimException {
        try {
            return client.resources(ResourceClaim.class)
                    .inNamespace(ref.namespace())
                    .withName(ref.name())
                    .get();
        } catch (KubernetesClientException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UnusableClaimException(ref, "cannot be read from the API server: " + cause.getMessage(), e);
        }
    }
}
