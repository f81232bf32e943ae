package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An empty disk that lives as long as the instance. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record EmptyDisk(
        @Nullable Quantity capacity,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public EmptyDisk {
        more = Absent.map(more);
    }
}
