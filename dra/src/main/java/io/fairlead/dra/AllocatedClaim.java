package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.List;
import java.util.Optional;

/**
 * A claim as its driver needs it.
 *
 * @param results what was allocated of this driver's devices, of other drivers' nothing
 * @param configs the parameters for this driver, those of the class before those of the claim
 * @param podClaimName what the pod calls the claim, if it was made from a template
 * @param object the claim itself, as it was read
 */
public record AllocatedClaim(
        ClaimRef ref,
        List<DeviceRequestAllocationResult> results,
        List<DeviceAllocationConfiguration> configs,
        Optional<String> podClaimName,
        ResourceClaim object) {
    /** On claims that were made from a template: what the pod calls them. */
    private static final String POD_CLAIM_NAME = "resource.kubernetes.io/pod-claim-name";

    public AllocatedClaim {
        results = List.copyOf(results);
        configs = List.copyOf(configs);
    }

    /** What a driver may prepare of a claim that was just read. */
    public static AllocatedClaim of(ResourceClaim claim, ClaimRef ref, String driver) throws UnusableClaimException {
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

    public String uid() {
        return ref.uid();
    }

    /** The parameters for one result; later ones go before earlier ones where they say different things. */
    public List<DeviceAllocationConfiguration> configsOf(DeviceRequestAllocationResult result) {
        return configs.stream().filter(config -> concerns(config, result)).toList();
    }

    /** The name of a request as pods use it: without the alternative that was taken. */
    public static String baseRequest(String request) {
        int slash = request.indexOf('/');
        return slash < 0 ? request : request.substring(0, slash);
    }

    private static boolean concerns(DeviceAllocationConfiguration config, DeviceRequestAllocationResult result) {
        return config.getRequests().isEmpty()
                || config.getRequests().contains(result.getRequest())
                || config.getRequests().contains(baseRequest(result.getRequest()));
    }
}
