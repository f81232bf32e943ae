package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The virtual hardware. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DomainSpec(
        @Nullable Cpu cpu,
        @Nullable Memory memory,
        @Nullable MachineType machine,
        @Nullable Firmware firmware,
        @Nullable Features features,
        @Nullable DomainResources resources,
        @Nullable Devices devices,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DomainSpec {
        more = Absent.map(more);
    }
}
