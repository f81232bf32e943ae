package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A network card of the guest, tied by name to the network behind it. Exactly one binding may be set. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Interface(
        @Nullable String name,
        @Nullable String model,
        @Nullable String macAddress,
        @Nullable Integer bootOrder,
        @Nullable String pciAddress,
        @Nullable Integer acpiIndex,
        @Nullable String tag,
        @Nullable String state,
        List<Port> ports,
        @Nullable Marker bridge,
        @Nullable Marker masquerade,
        @Nullable Marker sriov,
        @Nullable Marker passtBinding,
        @Nullable InterfaceBinding binding,
        @Nullable Marker slirp,
        @Nullable Marker macvtap,
        @Nullable Marker passt,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Interface {
        ports = Absent.list(ports);
        more = Absent.map(more);
    }
}
