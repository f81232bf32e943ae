package io.fairlead.machine.admission;

import static io.fairlead.machine.MachineSpec.name;

import io.fairlead.api.kubevirt.Devices;
import io.fairlead.api.kubevirt.Gpu;
import io.fairlead.api.kubevirt.HostDevice;
import io.fairlead.api.kubevirt.MachineResourceClaim;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.FeatureGate;
import io.fairlead.machine.MachineSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** GPUs and host devices are asked for by resource name or by claim, and no part of a claim is used twice. */
final class DeviceRules {
    /** A list of devices in the spec: its field, what KubeVirt calls an element, and its gate. */
    private enum Kind {
        GPU("gpus", "GPU", "GPUs", FeatureGate.GPUS_WITH_DRA),
        HOST_DEVICE("hostDevices", "HostDevice", "HostDevices", FeatureGate.HOST_DEVICES_WITH_DRA);

        private final String list;
        private final String type;
        private final String plural;
        private final FeatureGate gate;

        Kind(String list, String type, String plural, FeatureGate gate) {
            this.list = list;
            this.type = type;
            this.plural = plural;
            this.gate = gate;
        }

        String field(String field) {
            return field + ".domain.devices." + list;
        }
    }

    /** What the rules ask of a GPU and of a host device alike. */
    private record Asked(
            int index,
            boolean claimed,
            boolean named,
            @Nullable String claim,
            @Nullable String request) {
        static Asked of(int index, Gpu gpu) {
            return new Asked(
                    index,
                    MachineSpec.isClaimed(gpu),
                    !name(gpu.deviceName()).isEmpty(),
                    gpu.claimName(),
                    gpu.requestName());
        }

        static Asked of(int index, HostDevice device) {
            return new Asked(
                    index,
                    MachineSpec.isClaimed(device),
                    !name(device.deviceName()).isEmpty() || device.pciDeviceClaim() != null,
                    device.claimName(),
                    device.requestName());
        }

        String pair() {
            return claim + "/" + request;
        }
    }

    private DeviceRules() {}

    static void check(String field, VirtualMachineInstanceSpec spec, ClusterConfig config, List<Cause> causes) {
        Devices devices = MachineSpec.devices(spec);
        if (devices.gpus().isEmpty()
                && devices.hostDevices().isEmpty()
                && spec.resourceClaims().isEmpty()) {
            return;
        }
        List<Asked> gpus = new ArrayList<>();
        for (int i = 0; i < devices.gpus().size(); i++) {
            gpus.add(Asked.of(i, devices.gpus().get(i)));
        }
        List<Asked> hostDevices = new ArrayList<>();
        for (int i = 0; i < devices.hostDevices().size(); i++) {
            hostDevices.add(Asked.of(i, devices.hostDevices().get(i)));
        }
        List<Asked> goodGpus = checkList(field, Kind.GPU, gpus, config, causes);
        List<Asked> goodHostDevices = checkList(field, Kind.HOST_DEVICE, hostDevices, config, causes);
        checkAcrossLists(field, spec, config, goodGpus, goodHostDevices, causes);
        checkClaimsExist(field, spec, goodGpus, goodHostDevices, causes);
    }

    /** The devices of the list whose claim and request are both given. */
    private static List<Asked> checkList(
            String field, Kind kind, List<Asked> devices, ClusterConfig config, List<Cause> causes) {
        String path = kind.field(field);
        String subject = "vmi.spec.domain.devices." + kind.list + " contains ";
        List<Asked> claimed = devices.stream().filter(Asked::claimed).toList();
        if (kind == Kind.GPU && !claimed.isEmpty() && claimed.size() < devices.size()) {
            causes.add(
                    Cause.invalid(path, subject + "both DRA and non-DRA GPUs; each GPU must be either DRA or non-DRA"));
            return List.of();
        }
        for (Asked device : devices) {
            if (!device.claimed() && !device.named()) {
                causes.add(Cause.required(
                        path,
                        subject + kind.type + "s without deviceName or claimRequest; each " + kind.type
                                + " must specify either a deviceName or a claimRequest"));
            }
            if (device.named() && (device.claim() != null || device.request() != null)) {
                causes.add(Cause.invalid(path, subject + kind.type + "s with both deviceName and claimRequest"));
            }
        }
        if (!claimed.isEmpty() && !config.isOn(kind.gate)) {
            causes.add(Cause.invalid(path, subject + "DRA enabled " + kind.type + "s but feature gate is not enabled"));
            return List.of();
        }
        List<Asked> complete = new ArrayList<>();
        for (Asked device : claimed) {
            boolean hasClaim = checkGiven(path, device, "claimName", device.claim(), kind, causes);
            boolean hasRequest = checkGiven(path, device, "requestName", device.request(), kind, causes);
            if (hasClaim && hasRequest) {
                complete.add(device);
            }
        }
        Set<String> pairs = new HashSet<>();
        for (Asked device : complete) {
            if (!pairs.add(device.pair())) {
                causes.add(Cause.duplicate(
                        path + "[" + device.index() + "]",
                        "duplicate claimName/requestName pair \"" + device.pair() + "\""));
            }
        }
        return complete;
    }

    private static boolean checkGiven(
            String path, Asked device, String part, @Nullable String value, Kind kind, List<Cause> causes) {
        if (name(value).isEmpty()) {
            causes.add(Cause.required(
                    path + "[" + device.index() + "]." + part, part + " is required for DRA " + kind.type));
            return false;
        }
        return true;
    }

    /** One pair in two lists, reported against the first list that has it. */
    private static void checkAcrossLists(
            String field,
            VirtualMachineInstanceSpec spec,
            ClusterConfig config,
            List<Asked> gpus,
            List<Asked> hostDevices,
            List<Cause> causes) {
        Map<String, String> owners = new LinkedHashMap<>();
        Map<String, Integer> gpuPairs = firstIndexes(gpus);
        gpuPairs.forEach((pair, index) -> owners.put(pair, Kind.GPU.plural + "[" + index + "]"));
        claimPairs(firstIndexes(hostDevices), Kind.HOST_DEVICE.field(field), Kind.HOST_DEVICE.plural, owners, causes);
        if (config.isOn(FeatureGate.NETWORK_DEVICES_WITH_DRA)) {
            claimPairs(
                    NetworkClaimRules.firstIndexes(spec.networks()), field + ".networks", "Networks", owners, causes);
        }
    }

    private static void claimPairs(
            Map<String, Integer> pairs, String path, String list, Map<String, String> owners, List<Cause> causes) {
        pairs.forEach((pair, index) -> {
            String mine = list + "[" + index + "]";
            String other = owners.putIfAbsent(pair, mine);
            if (other != null) {
                causes.add(Cause.duplicate(
                        path + "[" + index + "]",
                        "duplicate claimName/requestName pair \"" + pair + "\" between " + other + " and " + mine));
            }
        });
    }

    private static Map<String, Integer> firstIndexes(List<Asked> devices) {
        Map<String, Integer> first = new LinkedHashMap<>();
        devices.forEach(device -> first.putIfAbsent(device.pair(), device.index()));
        return first;
    }

    private static void checkClaimsExist(
            String field,
            VirtualMachineInstanceSpec spec,
            List<Asked> gpus,
            List<Asked> hostDevices,
            List<Cause> causes) {
        Set<String> known = new HashSet<>();
        for (MachineResourceClaim claim : spec.resourceClaims()) {
            known.add(name(claim.name()));
        }
        boolean allKnown = gpus.stream().allMatch(device -> known.contains(device.claim()))
                && hostDevices.stream().allMatch(device -> known.contains(device.claim()));
        if (!allKnown) {
            causes.add(Cause.invalid(
                    field + ".resourceClaims",
                    "vmi.spec.resourceClaims must specify all claims used in vmi.spec.domain.devices.gpus and"
                            + " vmi.spec.domain.devices.hostDevices"));
        }
    }
}
