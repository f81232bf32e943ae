package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a virtual machine should be, and whether it should run. {@code running} and {@code runStrategy} exclude each other. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VirtualMachineSpec(
        @Nullable Boolean running,
        @Nullable String runStrategy,
        @Nullable VirtualMachineTemplate template,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public VirtualMachineSpec {
        more = Absent.map(more);
    }
}
