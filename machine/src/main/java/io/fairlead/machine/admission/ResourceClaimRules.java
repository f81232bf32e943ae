package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.MachineResourceClaim;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every claim has a name of its own and exactly one source. */
final class ResourceClaimRules {
    private ResourceClaimRules() {}

    static void check(String field, List<MachineResourceClaim> claims, List<Cause> causes) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            MachineResourceClaim claim = claims.get(i);
            String path = field + ".resourceClaims[" + i + "]";
            checkName(path + ".name", name(claim.name()), seen, causes);
            checkSource(path, claim, causes);
        }
    }

    private static void checkName(String path, String name, Set<String> seen, List<Cause> causes) {
        if (name.isEmpty()) {
            causes.add(Cause.required(path, path + " is a required field"));
            return;
        }
        if (!seen.add(name)) {
            causes.add(Cause.duplicate(path, "duplicate resourceClaims name \"" + name + "\""));
        }
        List<String> faults = DnsNames.labelFaults(name);
        if (!faults.isEmpty()) {
            causes.add(Cause.invalid(
                    path, path + " does not conform to the kubernetes DNS_LABEL rules: " + String.join(", ", faults)));
        }
    }

    private static void checkSource(String path, MachineResourceClaim claim, List<Cause> causes) {
        boolean direct = !name(claim.resourceClaimName()).isEmpty();
        boolean template = !name(claim.resourceClaimTemplateName()).isEmpty();
        if (direct && template) {
            causes.add(Cause.invalid(
                    path, "at most one of resourceClaimName or resourceClaimTemplateName may be specified"));
        }
        if (!direct && !template) {
            causes.add(Cause.invalid(path, "must specify one of: resourceClaimName, resourceClaimTemplateName"));
        }
        checkSubdomain(path + ".resourceClaimName", claim.resourceClaimName(), causes);
        checkSubdomain(path + ".resourceClaimTemplateName", claim.resourceClaimTemplateName(), causes);
    }

    private static void checkSubdomain(String path, @Nullable String value, List<Cause> causes) {
        if (value != null && !value.isEmpty()) {
            DnsNames.subdomainFaults(value).forEach(fault -> causes.add(Cause.invalid(path, fault)));
        }
    }
}
