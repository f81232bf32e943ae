package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A kernel to boot directly, without a boot loader. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KernelBoot(
        @Nullable String kernelArgs,
        @Nullable KernelBootContainer container,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public KernelBoot {
        more = Absent.map(more);
    }
}
