package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a plugin's interfaces survive a migration. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record BindingMigration(
        @Nullable String method,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public BindingMigration {
        more = Absent.map(more);
    }
}
