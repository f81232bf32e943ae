package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether a mediated GPU drives the console, and whether it does so before the guest's driver is loaded. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VirtualGpuDisplay(
        @Nullable Boolean enabled,
        @JsonProperty("ramFB") @Nullable FeatureState ramFb,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public VirtualGpuDisplay {
        more = Absent.map(more);
    }
}
