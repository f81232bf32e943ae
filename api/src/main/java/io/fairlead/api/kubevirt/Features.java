package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Switches of the virtual hardware. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Features(
        @Nullable FeatureState acpi,
        @Nullable FeatureState apic,
        @Nullable FeatureState smm,
        @Nullable FeatureState pvspinlock,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Features {
        more = Absent.map(more);
    }
}
