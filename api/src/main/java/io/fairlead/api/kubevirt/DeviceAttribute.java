package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the host addresses a device. Exactly one is set. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DeviceAttribute(
        @Nullable String pciAddress,
        @JsonProperty("mDevUUID") @Nullable String mdevUuid,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DeviceAttribute {
        more = Absent.map(more);
    }
}
