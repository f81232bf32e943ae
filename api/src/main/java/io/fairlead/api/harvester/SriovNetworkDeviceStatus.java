package io.fairlead.api.harvester;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The virtual functions that exist. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SriovNetworkDeviceStatus(
        List<String> vfAddresses,
        @JsonProperty("vfPCIDevices") List<String> vfPciDevices,
        @Nullable String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public SriovNetworkDeviceStatus {
        vfAddresses = Absent.list(vfAddresses);
        vfPciDevices = Absent.list(vfPciDevices);
        more = Absent.map(more);
    }
}
