package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The image that holds the kernel and its initial RAM disk. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KernelBootContainer(
        @Nullable String image,
        @Nullable String kernelPath,
        @Nullable String initrdPath,
        @Nullable String imagePullSecret,
        @Nullable String imagePullPolicy,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public KernelBootContainer {
        more = Absent.map(more);
    }
}
