package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Data that cloud-init in the guest reads at boot. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CloudInit(
        @Nullable String userData,
        @Nullable String userDataBase64,
        @Nullable LocalObjectReference secretRef,
        @Nullable String networkData,
        @Nullable String networkDataBase64,
        @Nullable LocalObjectReference networkDataSecretRef,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public CloudInit {
        more = Absent.map(more);
    }
}
