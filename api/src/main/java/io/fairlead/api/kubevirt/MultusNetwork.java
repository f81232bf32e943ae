package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A NetworkAttachmentDefinition, by name or namespace/name. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MultusNetwork(
        @Nullable String networkName,
        @JsonProperty("default") @Nullable Boolean isDefault,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MultusNetwork {
        more = Absent.map(more);
    }
}
