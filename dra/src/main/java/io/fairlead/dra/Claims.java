package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Finds the claims that a driver is asked to prepare. */
public final class Claims {
    /** On claims that were made from a template: what the pod calls them. */
    private static final String POD_CLAIM_NAME = "resource.kubernetes.io/pod-claim-name";

    private final KubernetesClient client;
    private final String driver;

    public Claims(KubernetesClient client, String driver) {
        this.client = client;
        this.driver = driver;
    }

    /** Reads the claim from the API server: what the kubelet asks for may be newer than any cache. */
    public AllocatedClaim resolve(ClaimRef ref) throws UnusableClaimException {
        ResourceClaim claim = client.resources(ResourceClaim.class)
                .inNamespace(ref.namespace())
                .withName(ref.name())
                .get();
        if (claim == null) {
            throw new UnusableClaimException(ref, "is gone");
        }
        return allocated(claim, ref);
    }

    AllocatedClaim allocated(ResourceClaim claim, ClaimRef ref) throws UnusableClaimException {
        if (!ref.uid().equals(claim.getMetadata().getUid())) {
            throw new UnusableClaimException(
                    ref, "got replaced by one with uid " + claim.getMetadata().getUid());
        }
        AllocationResult allocation =
                claim.getStatus() == null ? null : claim.getStatus().getAllocation();
        if (allocation == null) {
            throw new UnusableClaimException(ref, "is not allocated");
        }
        DeviceAllocationResult devices =
                allocation.getDevices() == null ? new DeviceAllocationResult() : allocation.getDevices();
        return new AllocatedClaim(
                ref,
                devices.getResults().stream()
                        .filter(result -> driver.equals(result.getDriver()))
                        .toList(),
                devices.getConfig().stream()
                        .filter(config -> config.getOpaque() != null
                                && driver.equals(config.getOpaque().getDriver()))
                        .toList(),
                Optional.ofNullable(claim.getMetadata().getAnnotations())
                        .map(annotations -> annotations.get(POD_CLAIM_NAME)),
                claim);
    }
}
