package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A disk image inside a container image. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ContainerDisk(
        @Nullable String image,
        @Nullable String imagePullSecret,
        @Nullable String imagePullPolicy,
        @Nullable String path,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public ContainerDisk {
        more = Absent.map(more);
    }
}
