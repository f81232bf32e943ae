package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A legacy BIOS, with its output on the serial console if asked. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Bios(
        @Nullable Boolean useSerial,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Bios {
        more = Absent.map(more);
    }
}
