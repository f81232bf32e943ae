package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.ClaimRequest;
import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.MachineResourceClaim;
import io.fairlead.api.kubevirt.Network;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.FeatureGate;
import io.fairlead.machine.MachineSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Networks whose device comes from a resource claim. */
final class NetworkClaimRules {
    private NetworkClaimRules() {}

    static void check(String field, VirtualMachineInstanceSpec spec, ClusterConfig config, List<Cause> causes) {
        List<Network> networks = spec.networks();
        if (networks.stream().allMatch(network -> network.resourceClaim() == null)) {
            return;
        }
        String path = field + ".networks";
        if (!config.isOn(FeatureGate.NETWORK_DEVICES_WITH_DRA)) {
            causes.add(Cause.invalid(
                    path,
                    "vmi.spec.networks contains DRA networks but NetworkDevicesWithDRA feature gate is not enabled"));
            return;
        }
        if (networks.stream().anyMatch(network -> network.multus() != null)) {
            causes.add(Cause.invalid(
                    path, "mixing Multus and DRA resourceClaim networks in the same VMI is not supported"));
            return;
        }
        Map<String, Integer> firstIndexes = firstIndexes(networks);
        for (int i = 0; i < networks.size(); i++) {
            ClaimRequest request = networks.get(i).resourceClaim();
            if (request != null) {
                checkBinding(field, spec, name(networks.get(i).name()), causes);
                checkRequest(path + "[" + i + "]", request, spec, i, firstIndexes, causes);
            }
        }
    }

    /** Where each complete pair is first used. */
    static Map<String, Integer> firstIndexes(List<Network> networks) {
        Map<String, Integer> first = new LinkedHashMap<>();
        for (int i = 0; i < networks.size(); i++) {
            ClaimRequest request = networks.get(i).resourceClaim();
            if (request != null
                    && !name(request.claimName()).isEmpty()
                    && !name(request.requestName()).isEmpty()) {
                first.putIfAbsent(pair(request), i);
            }
        }
        return first;
    }

    private static void checkBinding(
            String field, VirtualMachineInstanceSpec spec, String network, List<Cause> causes) {
        Interface card = MachineSpec.networkInterface(spec, network);
        if (card == null || (card.sriov() == null && card.binding() == null)) {
            causes.add(Cause.invalid(
                    field + ".domain.devices.interfaces",
                    "DRA network \"" + network + "\" requires an SR-IOV or binding plugin interface"));
        }
    }

    private static void checkRequest(
            String path,
            ClaimRequest request,
            VirtualMachineInstanceSpec spec,
            int index,
            Map<String, Integer> firstIndexes,
            List<Cause> causes) {
        String claim = name(request.claimName());
        String requestName = name(request.requestName());
        if (claim.isEmpty()) {
            causes.add(Cause.required(path + ".resourceClaim.claimName", "claimName is required for DRA network"));
        }
        if (requestName.isEmpty()) {
            causes.add(Cause.required(path + ".resourceClaim.requestName", "requestName is required for DRA network"));
        }
        if (claim.isEmpty() || requestName.isEmpty()) {
            return;
        }
        if (spec.resourceClaims().stream().map(MachineResourceClaim::name).noneMatch(claim::equals)) {
            causes.add(Cause.notFound(
                    path + ".resourceClaim.claimName",
                    "network references resourceClaim \"" + claim + "\" which is not defined in spec.resourceClaims"));
        }
        if (firstIndexes.getOrDefault(pair(request), index) != index) {
            causes.add(Cause.duplicate(path, "duplicate claimName/requestName combination \"" + pair(request) + "\""));
        }
    }

    private static String pair(ClaimRequest request) {
        return request.claimName() + "/" + request.requestName();
    }
}
