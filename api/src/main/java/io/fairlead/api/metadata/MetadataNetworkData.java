package io.fairlead.api.metadata;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The network interface of a device that has one. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MetadataNetworkData(
        @Nullable String interfaceName,
        List<String> ips,
        @Nullable String hardwareAddress,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MetadataNetworkData {
        ips = Absent.list(ips);
        more = Absent.map(more);
    }
}
