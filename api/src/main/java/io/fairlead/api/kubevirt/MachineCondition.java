package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One observation about a virtual machine or an instance of it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MachineCondition(
        @Nullable String type,
        @Nullable String status,
        @Nullable String reason,
        @Nullable String message,
        @Nullable String lastProbeTime,
        @Nullable String lastTransitionTime,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MachineCondition {
        more = Absent.map(more);
    }
}
