package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PCI functions of one model under one resource name; with {@code groupFunctions} every device is a whole card. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PciHostDevice(
        @Nullable String pciVendorSelector,
        @Nullable String resourceName,
        @Nullable Boolean externalResourceProvider,
        @Nullable Boolean groupFunctions,
        @Nullable String pciDeviceClaim,
        @Nullable String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public PciHostDevice {
        more = Absent.map(more);
    }
}
