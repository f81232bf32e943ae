package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the domain asks of its node, as a container would, and whether the overhead of running it counts on top. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DomainResources(
        Map<String, Quantity> requests,
        Map<String, Quantity> limits,
        @Nullable Boolean overcommitGuestOverhead,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DomainResources {
        requests = Absent.map(requests);
        limits = Absent.map(limits);
        more = Absent.map(more);
    }
}
