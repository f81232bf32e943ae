package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A feature that is on unless it says otherwise. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record FeatureState(
        @Nullable Boolean enabled,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public FeatureState {
        more = Absent.map(more);
    }
}
