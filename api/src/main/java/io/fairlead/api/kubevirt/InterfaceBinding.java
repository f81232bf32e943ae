package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The network binding plugin of one interface; fields beyond its name go to the plugin as they are. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record InterfaceBinding(
        @Nullable String name, @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public InterfaceBinding {
        more = Absent.map(more);
    }
}
