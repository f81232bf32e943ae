package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A disk image on the node. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record HostDisk(
        @Nullable String path,
        @Nullable String type,
        @Nullable Quantity capacity,
        @Nullable Boolean shared,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public HostDisk {
        more = Absent.map(more);
    }
}
