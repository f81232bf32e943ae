package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A pointing device. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Input(
        @Nullable String name,
        @Nullable String type,
        @Nullable String bus,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Input {
        more = Absent.map(more);
    }
}
