package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;

/** The host devices that machines may ask for. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PermittedHostDevices(
        List<PciHostDevice> pciHostDevices,
        List<MediatedHostDevice> mediatedDevices,
        List<UsbHostDevice> usb,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public PermittedHostDevices {
        pciHostDevices = Absent.list(pciHostDevices);
        mediatedDevices = Absent.list(mediatedDevices);
        usb = Absent.list(usb);
        more = Absent.map(more);
    }
}
