package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** UEFI firmware; Secure Boot is on unless it is switched off. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Efi(
        @Nullable Boolean secureBoot,
        @Nullable Boolean persistent,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Efi {
        more = Absent.map(more);
    }
}
