package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of one network card of a running guest. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record InterfaceStatus(
        @Nullable String name,
        @Nullable String mac,
        @Nullable String ipAddress,
        List<String> ipAddresses,
        @Nullable String interfaceName,
        @Nullable String podInterfaceName,
        @Nullable String infoSource,
        @Nullable String linkState,
        @Nullable Integer queueCount,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public InterfaceStatus {
        ipAddresses = Absent.list(ipAddresses);
        more = Absent.map(more);
    }
}
