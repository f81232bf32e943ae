package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A disk as the guest sees it, tied by name to the volume that backs it. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Disk(
        @Nullable String name,
        @Nullable Integer bootOrder,
        @Nullable DiskTarget disk,
        @Nullable DiskTarget cdrom,
        @Nullable DiskTarget lun,
        @Nullable String serial,
        @Nullable String cache,
        @Nullable String io,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Disk {
        more = Absent.map(more);
    }
}
