package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the cluster's administrator decided for all machines. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KubeVirtConfiguration(
        @Nullable DeveloperConfiguration developerConfiguration,
        @Nullable PermittedHostDevices permittedHostDevices,
        @Nullable NetworkConfiguration network,
        List<SupportContainerResources> supportContainerResources,
        @Nullable String machineType,
        @Nullable String cpuModel,
        @Nullable String imagePullPolicy,
        @Nullable String additionalGuestMemoryOverheadRatio,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public KubeVirtConfiguration {
        supportContainerResources = Absent.list(supportContainerResources);
        more = Absent.map(more);
    }
}
