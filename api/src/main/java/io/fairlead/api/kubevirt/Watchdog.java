package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A watchdog timer. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Watchdog(
        @Nullable String name,
        @Nullable I6300esb i6300esb,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Watchdog {
        more = Absent.map(more);
    }
}
