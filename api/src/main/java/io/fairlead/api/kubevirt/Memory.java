package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The guest's memory. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Memory(
        @Nullable Quantity guest,
        @Nullable Quantity maxGuest,
        @Nullable Hugepages hugepages,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Memory {
        more = Absent.map(more);
    }
}
