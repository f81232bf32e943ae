package io.fairlead.dra;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import java.util.List;
import java.util.function.Function;

/** What {@link DraDriver#prepare} has made ready. */
public record Prepared(List<PreparedDevice> devices) {
    public Prepared {
        devices = List.copyOf(devices);
    }

    /** All devices of a claim, each with the CDI devices that it was given. */
    public static Prepared of(
            AllocatedClaim claim, Function<DeviceRequestAllocationResult, List<CdiDeviceId>> cdiDevices) {
        return new Prepared(claim.results().stream()
                .map(result -> PreparedDevice.of(result, cdiDevices.apply(result)))
                .toList());
    }
}
