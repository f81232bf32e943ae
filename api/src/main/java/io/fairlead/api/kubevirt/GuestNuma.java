package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the guest's NUMA cells come about. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record GuestNuma(
        @Nullable Marker guestMappingPassthrough,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public GuestNuma {
        more = Absent.map(more);
    }
}
