package io.fairlead.api.metadata;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a DRA driver tells the containers of a pod about one request of one claim. A file holds one object per API version. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DeviceMetadata(
        @Nullable String apiVersion,
        @Nullable String kind,
        @Nullable ObjectMeta metadata,
        @Nullable String podClaimName,
        List<MetadataRequest> requests,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public DeviceMetadata {
        requests = Absent.list(requests);
        more = Absent.map(more);
    }
}
