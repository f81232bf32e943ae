package io.fairlead.sandbox.node.dra;

import io.fairlead.wire.dra.v1.Device;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device as its driver described it when it prepared the claim. */
public record PreparedDevice(
        String pool, String device, @Nullable String shareId, List<String> requests, List<String> cdiIds) {
    static PreparedDevice of(Device said) {
        return new PreparedDevice(
                said.getPoolName(),
                said.getDeviceName(),
                said.hasShareId() ? said.getShareId() : null,
                said.getRequestNamesList(),
                said.getCdiDeviceIdsList());
    }

    /** A device that names no request serves them all; so does a container that asks for none in particular. */
    boolean serves(@Nullable String request) {
        return request == null || requests.isEmpty() || requests.contains(request);
    }
}
