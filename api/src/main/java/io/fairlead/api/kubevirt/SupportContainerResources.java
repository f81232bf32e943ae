package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resources of the helper containers of one type, such as {@code sidecar}. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SupportContainerResources(
        @Nullable String type,
        @Nullable ResourceRequirements resources,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public SupportContainerResources {
        more = Absent.map(more);
    }
}
