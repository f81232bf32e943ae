package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A PersistentVolumeClaim in the machine's namespace. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ClaimVolume(
        @Nullable String claimName,
        @Nullable Boolean readOnly,
        @Nullable Boolean hotpluggable,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public ClaimVolume {
        more = Absent.map(more);
    }
}
