package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ResourceClaim, or a template to make one from, under the name that devices and networks refer to it by. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MachineResourceClaim(
        @Nullable String name,
        @Nullable String resourceClaimName,
        @Nullable String resourceClaimTemplateName,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MachineResourceClaim {
        more = Absent.map(more);
    }
}
