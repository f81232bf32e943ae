package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What runs before the guest's own boot loader. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Firmware(
        @Nullable String uuid,
        @Nullable String serial,
        @Nullable Bootloader bootloader,
        @Nullable KernelBoot kernelBoot,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Firmware {
        more = Absent.map(more);
    }
}
