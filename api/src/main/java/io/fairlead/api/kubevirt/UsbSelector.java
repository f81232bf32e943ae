package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The vendor and product of a USB device. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record UsbSelector(
        @Nullable String vendor,
        @Nullable String product,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public UsbSelector {
        more = Absent.map(more);
    }
}
