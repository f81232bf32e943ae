package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A CPU feature and what libvirt should do about it: force, require, optional, disable, forbid. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CpuFeature(
        @Nullable String name,
        @Nullable String policy,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public CpuFeature {
        more = Absent.map(more);
    }
}
