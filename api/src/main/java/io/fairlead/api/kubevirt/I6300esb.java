package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Intel 6300ESB watchdog and what it does when it bites. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record I6300esb(
        @Nullable String action,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public I6300esb {
        more = Absent.map(more);
    }
}
