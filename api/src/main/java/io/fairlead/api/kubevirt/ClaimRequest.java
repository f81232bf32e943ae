package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request of one of the machine's resource claims. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ClaimRequest(
        @Nullable String claimName,
        @Nullable String requestName,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public ClaimRequest {
        more = Absent.map(more);
    }
}
