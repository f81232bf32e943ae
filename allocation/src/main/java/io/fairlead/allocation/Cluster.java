package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import java.util.List;

/** The state of a cluster that allocation is decided on, for every node alike. */
public record Cluster(
        Features features,
        List<DeviceClass> deviceClasses,
        List<ResourceSlice> resourceSlices,
        List<AllocatedDevice> allocatedDevices) {
    public Cluster {
        deviceClasses = List.copyOf(deviceClasses);
        resourceSlices = List.copyOf(resourceSlices);
        allocatedDevices = List.copyOf(allocatedDevices);
    }
}
