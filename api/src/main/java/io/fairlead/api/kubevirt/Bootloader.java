package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** BIOS or EFI; BIOS when neither is set. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Bootloader(
        @Nullable Bios bios,
        @Nullable Efi efi,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Bootloader {
        more = Absent.map(more);
    }
}
