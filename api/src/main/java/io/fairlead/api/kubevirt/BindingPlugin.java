package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fairlead.api.Absent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A network binding plugin. Fields that are not listed here belong to the plugin and reach its sidecar and CNI as they are. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record BindingPlugin(
        @Nullable String networkAttachmentDefinition,
        @Nullable String sidecarImage,
        @Nullable ResourceRequirements sidecarResources,
        @Nullable ResourceRequirements computeResourceOverhead,
        @Nullable String domainAttachmentType,
        @Nullable String domainAttachment,
        @JsonProperty("downwardAPI") @Nullable String downwardApi,
        @Nullable BindingMigration migration,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public BindingPlugin {
        more = Absent.map(more);
    }
}
