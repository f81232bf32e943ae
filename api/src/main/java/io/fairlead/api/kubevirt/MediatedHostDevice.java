package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Mediated devices of one type under one resource name. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MediatedHostDevice(
        @Nullable String mdevNameSelector,
        @Nullable String resourceName,
        @Nullable Boolean externalResourceProvider,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public MediatedHostDevice {
        more = Absent.map(more);
    }
}
