package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;

/** The devices that the machine was given, by the names it asked for them under. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DeviceStatus(
        List<DeviceStatusInfo> gpuStatuses,
        List<DeviceStatusInfo> hostDeviceStatuses,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DeviceStatus {
        gpuStatuses = Absent.list(gpuStatuses);
        hostDeviceStatuses = Absent.list(hostDeviceStatuses);
        more = Absent.map(more);
    }
}
