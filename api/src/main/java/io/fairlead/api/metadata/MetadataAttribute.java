package io.fairlead.api.metadata;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An attribute's value. Exactly one is set. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MetadataAttribute(
        @JsonProperty("string") @Nullable String text,
        @JsonProperty("int") @Nullable Long number,
        @JsonProperty("bool") @Nullable Boolean flag,
        @Nullable String version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MetadataAttribute {
        more = Absent.map(more);
    }
}
