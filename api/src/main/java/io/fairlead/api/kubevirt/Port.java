package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A port of the guest that its pod address forwards to. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Port(
        @Nullable String name,
        @Nullable Integer port,
        @Nullable String protocol,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Port {
        more = Absent.map(more);
    }
}
