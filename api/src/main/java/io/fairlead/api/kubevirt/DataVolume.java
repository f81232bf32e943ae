package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A DataVolume; its PersistentVolumeClaim has the same name. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DataVolume(
        @Nullable String name,
        @Nullable Boolean hotpluggable,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DataVolume {
        more = Absent.map(more);
    }
}
