package io.fairlead.api.harvester;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;

/** Nothing: a device is found, not asked for. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PciDeviceSpec(@JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public PciDeviceSpec {
        more = Absent.map(more);
    }
}
