package io.fairlead.api.cni;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A CNI configuration as JSON text. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NetworkAttachmentDefinitionSpec(
        @Nullable String config,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public NetworkAttachmentDefinitionSpec {
        more = Absent.map(more);
    }
}
