package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A GPU that the guest gets: by resource name from a device plugin, or by claim and request from a DRA driver. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Gpu(
        @Nullable String name,
        @Nullable String deviceName,
        @Nullable String claimName,
        @Nullable String requestName,
        @JsonProperty("virtualGPUOptions") @Nullable VirtualGpuOptions virtualGpuOptions,
        @Nullable String tag,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more)
        implements DeviceRequest {
    public Gpu {
        more = Absent.map(more);
    }
}
