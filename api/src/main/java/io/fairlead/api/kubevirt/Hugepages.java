package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Back the guest's memory with pages of this size. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Hugepages(
        @Nullable String pageSize,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Hugepages {
        more = Absent.map(more);
    }
}
