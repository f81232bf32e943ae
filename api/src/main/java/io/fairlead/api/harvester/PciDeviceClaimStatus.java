package io.fairlead.api.harvester;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether the function is ready, and the driver that it had before. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PciDeviceClaimStatus(
        @Nullable String kernelDriverToUnbind,
        @Nullable Boolean passthroughEnabled,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public PciDeviceClaimStatus {
        more = Absent.map(more);
    }
}
