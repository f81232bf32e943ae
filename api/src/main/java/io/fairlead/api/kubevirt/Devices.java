package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The devices of the domain. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Devices(
        List<Disk> disks,
        List<Interface> interfaces,
        List<Gpu> gpus,
        List<HostDevice> hostDevices,
        List<Input> inputs,
        @Nullable Marker rng,
        @Nullable Watchdog watchdog,
        @Nullable Boolean autoattachPodInterface,
        @Nullable Boolean autoattachGraphicsDevice,
        @Nullable Boolean autoattachSerialConsole,
        @Nullable Boolean autoattachMemBalloon,
        @Nullable Boolean blockMultiQueue,
        @Nullable Boolean networkInterfaceMultiqueue,
        @Nullable Boolean useVirtioTransitional,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Devices {
        disks = Absent.list(disks);
        interfaces = Absent.list(interfaces);
        gpus = Absent.list(gpus);
        hostDevices = Absent.list(hostDevices);
        inputs = Absent.list(inputs);
        more = Absent.map(more);
    }
}
