package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The instance that a virtual machine makes when it starts. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VirtualMachineTemplate(
        @PreserveUnknownFields @Nullable ObjectMeta metadata,
        @Nullable VirtualMachineInstanceSpec spec,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public VirtualMachineTemplate {
        more = Absent.map(more);
    }
}
