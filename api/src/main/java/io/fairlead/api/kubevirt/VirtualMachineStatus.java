package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of a virtual machine. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VirtualMachineStatus(
        @Nullable Boolean created,
        @Nullable Boolean ready,
        @Nullable String printableStatus,
        @Nullable Long observedGeneration,
        @Nullable Long desiredGeneration,
        @Nullable String runStrategy,
        List<MachineCondition> conditions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public VirtualMachineStatus {
        conditions = Absent.list(conditions);
        more = Absent.map(more);
    }
}
