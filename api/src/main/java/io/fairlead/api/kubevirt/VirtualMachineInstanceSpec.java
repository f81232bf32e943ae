package io.fairlead.api.kubevirt;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fairlead.api.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A machine to boot: its domain, what it is connected to, the claims it draws devices from, and where it may run. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VirtualMachineInstanceSpec(
        @Nullable DomainSpec domain,
        List<Network> networks,
        List<Volume> volumes,
        List<MachineResourceClaim> resourceClaims,
        @Nullable String architecture,
        Map<String, String> nodeSelector,
        @Nullable Affinity affinity,
        List<Toleration> tolerations,
        List<TopologySpreadConstraint> topologySpreadConstraints,
        @Nullable String schedulerName,
        @Nullable String priorityClassName,
        @Nullable String hostname,
        @Nullable String subdomain,
        @Nullable String dnsPolicy,
        @Nullable Long terminationGracePeriodSeconds,
        @Nullable String evictionStrategy,
        @Nullable String startStrategy,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    public VirtualMachineInstanceSpec {
        networks = Absent.list(networks);
        volumes = Absent.list(volumes);
        resourceClaims = Absent.list(resourceClaims);
        nodeSelector = Absent.map(nodeSelector);
        tolerations = Absent.list(tolerations);
        topologySpreadConstraints = Absent.list(topologySpreadConstraints);
        more = Absent.map(more);
    }
}
