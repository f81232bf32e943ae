package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimConsumerReference;
import io.fairlead.cel.Quantity;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A device, or a share of one, that somebody holds.
 *
 * @param shareId names the share of a device that allows several; null when the whole device is taken
 * @param holder who holds it, for explanations; empty when nobody knows
 */
public record AllocatedDevice(
        DeviceId id, @Nullable String shareId, Map<String, Quantity> consumedCapacity, String holder) {

    /** What a claim holds. Devices with admin access are watched, not held. */
    public static List<AllocatedDevice> of(ResourceClaim claim) {
        if (claim.getStatus() == null || claim.getStatus().getAllocation() == null) {
            return List.of();
        }
        String holder = "claim " + Names.of(claim) + users(claim);
        return claim.getStatus().getAllocation().getDevices().getResults().stream()
                .filter(result -> !Boolean.TRUE.equals(result.getAdminAccess()))
                .map(result -> of(result, holder))
                .toList();
    }

    /** The first consumer is enough to know whom to ask. */
    private static String users(ResourceClaim claim) {
        List<ResourceClaimConsumerReference> users = claim.getStatus().getReservedFor();
        if (users.isEmpty()) {
            return "";
        }
        ResourceClaimConsumerReference first = users.getFirst();
        String kind = "pods".equals(first.getResource()) ? "pod" : first.getResource();
        return " (" + kind + " " + first.getName() + (users.size() == 1 ? ")" : ", " + (users.size() - 1) + " more)");
    }

    private static AllocatedDevice of(DeviceRequestAllocationResult result, String holder) {
        return new AllocatedDevice(
                new DeviceId(result.getDriver(), result.getPool(), result.getDevice()),
                result.getShareID(),
                result.getConsumedCapacity().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                entry -> Quantity.parse(entry.getValue().toString()))),
                holder);
    }
}
