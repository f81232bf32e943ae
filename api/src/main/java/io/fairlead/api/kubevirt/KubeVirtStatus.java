package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of the installation. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KubeVirtStatus(
        @Nullable String phase,
        @Nullable String observedKubeVirtVersion,
        List<MachineCondition> conditions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public KubeVirtStatus {
        conditions = Absent.list(conditions);
        more = Absent.map(more);
    }
}
