package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The allocated device, the claim it came from, and how the host addresses it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DeviceResourceClaimStatus(
        @Nullable String name,
        @Nullable String resourceClaimName,
        @Nullable DeviceAttribute attributes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DeviceResourceClaimStatus {
        more = Absent.map(more);
    }
}
