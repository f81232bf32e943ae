package io.fairlead.api.metadata;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The devices that one request was given. The name is {@code request} or {@code request/subrequest}. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MetadataRequest(
        @Nullable String name,
        List<MetadataDevice> devices,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MetadataRequest {
        devices = Absent.list(devices);
        more = Absent.map(more);
    }
}
