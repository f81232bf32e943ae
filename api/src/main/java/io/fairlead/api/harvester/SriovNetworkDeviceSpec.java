package io.fairlead.api.harvester;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A network card's physical function and how many virtual functions it should have. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record SriovNetworkDeviceSpec(
        @Nullable String address,
        @Nullable String nodeName,
        @JsonProperty("numVFs") @Nullable Integer numVfs,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public SriovNetworkDeviceSpec {
        more = Absent.map(more);
    }
}
