package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The machine that QEMU emulates, such as q35. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MachineType(
        @Nullable String type, @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MachineType {
        more = Absent.map(more);
    }
}
