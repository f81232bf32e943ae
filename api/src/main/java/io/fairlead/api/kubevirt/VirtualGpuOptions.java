package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options of a mediated GPU. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VirtualGpuOptions(
        @Nullable VirtualGpuDisplay display,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public VirtualGpuOptions {
        more = Absent.map(more);
    }
}
