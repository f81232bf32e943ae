package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of an instance, with the devices that it was given. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VirtualMachineInstanceStatus(
        @Nullable String phase,
        @Nullable String reason,
        @Nullable String nodeName,
        List<MachineCondition> conditions,
        List<InterfaceStatus> interfaces,
        @Nullable DeviceStatus deviceStatus,
        Map<String, String> activePods,
        @Nullable String launcherContainerImageVersion,
        @Nullable String migrationMethod,
        @Nullable String qosClass,
        @Nullable String virtualMachineRevisionName,
        @Nullable MachineType machine,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public VirtualMachineInstanceStatus {
        conditions = Absent.list(conditions);
        interfaces = Absent.list(interfaces);
        activePods = Absent.map(activePods);
        more = Absent.map(more);
    }
}
