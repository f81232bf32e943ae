package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Feature gates, and switches for machines without hardware virtualization. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DeveloperConfiguration(
        List<String> featureGates,
        List<String> disabledFeatureGates,
        @Nullable Boolean useEmulation,
        @Nullable Integer cpuAllocationRatio,
        Map<String, String> nodeSelectors,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DeveloperConfiguration {
        featureGates = Absent.list(featureGates);
        disabledFeatureGates = Absent.list(disabledFeatureGates);
        nodeSelectors = Absent.map(nodeSelectors);
        more = Absent.map(more);
    }
}
