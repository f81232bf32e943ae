package io.fairlead.api.harvester;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who wants which function of which node for passthrough. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PciDeviceClaimSpec(
        @Nullable String address,
        @Nullable String nodeName,
        @Nullable String userName,
        @Nullable Boolean disableResourcePooling,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public PciDeviceClaimSpec {
        more = Absent.map(more);
    }
}
