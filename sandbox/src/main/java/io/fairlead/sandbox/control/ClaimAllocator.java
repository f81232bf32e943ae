package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.List;

/** Chooses devices. Called on the scheduler's thread; a pure function of what it is given. */
@FunctionalInterface
interface ClaimAllocator {
    /** Devices for all of these claims together on this node, or why there are none. */
    Outcome allocate(Node node, List<ResourceClaim> claims, Devices devices);

    /** What there is, and all claims of the cluster: those that are allocated hold their devices. */
    record Devices(List<ResourceSlice> slices, List<DeviceClass> classes, List<ResourceClaim> claims) {}

    sealed interface Outcome {
        /** One result per claim, in the order asked. */
        record Allocated(List<AllocationResult> results) implements Outcome {}

        /** Why no retry on this node will do until something changes. */
        record Unallocatable(String reason) implements Outcome {}
    }
}
