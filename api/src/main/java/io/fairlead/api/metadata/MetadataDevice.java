package io.fairlead.api.metadata;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One allocated device. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MetadataDevice(
        @Nullable String driver,
        @Nullable String pool,
        @Nullable String name,
        Map<String, MetadataAttribute> attributes,
        @Nullable MetadataNetworkData networkData,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MetadataDevice {
        attributes = Absent.map(attributes);
        more = Absent.map(more);
    }
}
