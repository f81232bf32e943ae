package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the content of a disk lives. Exactly one source is set. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Volume(
        @Nullable String name,
        @Nullable ContainerDisk containerDisk,
        @Nullable ClaimVolume persistentVolumeClaim,
        @Nullable DataVolume dataVolume,
        @Nullable HostDisk hostDisk,
        @Nullable EmptyDisk emptyDisk,
        @Nullable CloudInit cloudInitNoCloud,
        @Nullable CloudInit cloudInitConfigDrive,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Volume {
        more = Absent.map(more);
    }
}
