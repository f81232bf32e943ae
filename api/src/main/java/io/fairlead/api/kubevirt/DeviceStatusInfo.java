package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One device of the spec and what it was given. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DeviceStatusInfo(
        @Nullable String name,
        @Nullable DeviceResourceClaimStatus deviceResourceClaimStatus,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DeviceStatusInfo {
        more = Absent.map(more);
    }
}
