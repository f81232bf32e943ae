package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Virtual CPUs: sockets × cores × threads of one model. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Cpu(
        @Nullable Integer cores,
        @Nullable Integer sockets,
        @Nullable Integer threads,
        @Nullable String model,
        @Nullable Boolean dedicatedCpuPlacement,
        @Nullable Boolean isolateEmulatorThread,
        List<CpuFeature> features,
        @Nullable GuestNuma numa,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public Cpu {
        features = Absent.list(features);
        more = Absent.map(more);
    }
}
