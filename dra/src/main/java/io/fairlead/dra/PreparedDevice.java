package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One device that is ready, and by which CDI devices containers get it.
 *
 * @param requests base names of the requests that it serves; none means all requests of the claim
 * @param share which share of it, where several claims may have the device
 */
public record PreparedDevice(
        List<String> requests, String pool, String device, List<CdiDeviceId> cdiDevices, Optional<String> share) {
    public PreparedDevice {
        requests = requests.stream().map(AllocatedClaim::baseRequest).toList();
        cdiDevices = List.copyOf(cdiDevices);
    }

    /** For a result of the claim's allocation. */
    public static PreparedDevice of(DeviceRequestAllocationResult result, List<CdiDeviceId> cdiDevices) {
        return new PreparedDevice(
                List.of(result.getRequest()),
                result.getPool(),
                result.getDevice(),
                cdiDevices,
                Optional.ofNullable(result.getShareID()));
    }

    /** With one CDI device more. */
    public PreparedDevice with(CdiDeviceId cdiDevice) {
        List<CdiDeviceId> all = new ArrayList<>(cdiDevices);
        all.add(cdiDevice);
        return new PreparedDevice(requests, pool, device, all, share);
    }
}
