package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an interface is connected to: the pod's network, a Multus attachment, or a claimed device. Exactly one is set. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Network(
        @Nullable String name,
        @Nullable PodNetwork pod,
        @Nullable MultusNetwork multus,
        @Nullable ClaimRequest resourceClaim,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Network {
        more = Absent.map(more);
    }
}
