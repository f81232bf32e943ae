package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pod's own network. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PodNetwork(
        @JsonProperty("vmNetworkCIDR") @Nullable String vmNetworkCidr,
        @JsonProperty("vmIPv6NetworkCIDR") @Nullable String vmIpv6NetworkCidr,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public PodNetwork {
        more = Absent.map(more);
    }
}
