package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The installation; only its configuration matters here. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KubeVirtSpec(
        @Nullable KubeVirtConfiguration configuration,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public KubeVirtSpec {
        more = Absent.map(more);
    }
}
