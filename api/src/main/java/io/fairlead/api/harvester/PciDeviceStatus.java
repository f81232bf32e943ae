package io.fairlead.api.harvester;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One PCI function as its node sees it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PciDeviceStatus(
        @Nullable String address,
        @Nullable String vendorId,
        @Nullable String deviceId,
        @Nullable String classId,
        @Nullable String iommuGroup,
        @Nullable String nodeName,
        @Nullable String resourceName,
        @Nullable String description,
        @Nullable String kernelDriverInUse,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public PciDeviceStatus {
        more = Absent.map(more);
    }
}
