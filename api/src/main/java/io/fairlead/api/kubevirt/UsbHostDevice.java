package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** USB devices under one resource name. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record UsbHostDevice(
        @Nullable String resourceName,
        @Nullable Boolean externalResourceProvider,
        List<UsbSelector> selectors,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public UsbHostDevice {
        selectors = Absent.list(selectors);
        more = Absent.map(more);
    }
}
