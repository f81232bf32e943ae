package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host device that the guest gets, asked for like a GPU, or by the name of one PCIDeviceClaim. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record HostDevice(
        @Nullable String name,
        @Nullable String deviceName,
        @Nullable String claimName,
        @Nullable String requestName,
        @Nullable String pciDeviceClaim,
        @Nullable String tag,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more)
        implements DeviceRequest {
    public HostDevice {
        more = Absent.map(more);
    }
}
