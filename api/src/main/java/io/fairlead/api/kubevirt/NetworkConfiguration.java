package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Network bindings by name, and defaults. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NetworkConfiguration(
        Map<String, BindingPlugin> binding,
        @Nullable String defaultNetworkInterface,
        @Nullable Boolean permitBridgeInterfaceOnPodNetwork,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public NetworkConfiguration {
        binding = Absent.map(binding);
        more = Absent.map(more);
    }
}
