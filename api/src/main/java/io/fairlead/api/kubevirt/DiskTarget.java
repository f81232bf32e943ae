package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bus a disk hangs on. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DiskTarget(
        @Nullable String bus,
        @Nullable Boolean readonly,
        @Nullable String pciAddress,
        @Nullable String tray,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DiskTarget {
        more = Absent.map(more);
    }
}
