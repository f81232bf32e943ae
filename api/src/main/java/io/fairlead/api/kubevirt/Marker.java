package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;

/** An object whose presence alone says something. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Marker(@JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Marker {
        more = Absent.map(more);
    }
}
