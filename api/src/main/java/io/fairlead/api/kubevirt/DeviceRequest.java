package io.fairlead.api.kubevirt;

import org.jspecify.annotations.Nullable;

/** A device that a machine asks for, by resource name or by claim and request. */
public sealed interface DeviceRequest permits Gpu, HostDevice {
    @Nullable
    String name();

    /** The resource name that a device plugin offers it under. */
    @Nullable
    String deviceName();

    /** One of the machine's {@code resourceClaims}. */
    @Nullable
    String claimName();

    /** One of the requests of that claim. */
    @Nullable
    String requestName();
}
