package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.agent.ledger.TakenSettings;
import io.fairlead.agent.offer.Devices;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.UnusableClaimException;
import io.fairlead.host.MacAddress;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VfSettings;
import io.fairlead.wire.podresources.v1.ClaimResource;
import io.fairlead.wire.podresources.v1.DynamicResource;
import io.fairlead.wire.podresources.v1.PodResources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a lost ledger must have said, from what is left in the world: ResourceSlices, or the metadata files of a
 * claim, tell which functions a device has and which drivers they had, and if all of them are gone, its name still tells which
 * functions; CDI files tell which claims were given theirs, the API which claims were promised some, the kubelet which of them
 * pods have although the API knows no more, and sysfs what was really taken. Nothing is asked or changed here.
 */
final class Rebuild {
    private static final Logger log = LoggerFactory.getLogger(Rebuild.class);

    private final PciInventory inventory;
    private final Map<String, Device> devices = new HashMap<>();
    private final List<ResourceClaim> claims;
    private final Set<ClaimRef> described;
    private final List<PodResources> pods;

    /**
     * What is left in the world.
     *
     * @param known the devices as they would be published today, as metadata files describe those that were given, and as
     *     slices have them. Today's drivers are not those that a taken device had, and slices may have been wiped: the last that
     *     knows a device is believed
     * @param described the claims that have CDI or metadata files
     * @param pods what the kubelet says that pods have
     */
    Rebuild(
            PciInventory inventory,
            List<List<Device>> known,
            List<ResourceClaim> claims,
            Set<ClaimRef> described,
            List<PodResources> pods) {
        this.inventory = inventory;
        this.claims = claims;
        this.described = described;
        this.pods = pods;
        known.forEach(from -> from.forEach(device -> devices.put(device.getName(), device)));
    }

    /** Adds what is found to what is known. */
    LedgerState add(LedgerState state, String node) {
        LedgerState found = state;
        for (ResourceClaim claim : claims) {
            found = add(found, claim, node);
        }
        for (DynamicResource used : used()) {
            found = add(found, used, node);
        }
        for (Device device : devices.values()) {
            if (isTaken(device)) {
                // Nobody has it, so it goes back. What a claim has is known by now, and wins.
                Holder.Claim nobody = new Holder.Claim("", "", "found-" + device.getName());
                found = found.found(holding(nobody, List.of(given(device, "", node)), _ -> null)
                        .at(Stage.RETURNING));
            }
        }
        for (ClaimRef claim : described) {
            // Nothing was taken for it any more, so only its files go.
            Holder.Claim over = new Holder.Claim(claim.namespace(), claim.name(), claim.uid());
            found = found.found(
                    Holding.forClaim(over, List.of(), List.of(), List.of()).at(Stage.RETURNING));
        }
        return found;
    }

    private LedgerState add(LedgerState state, ResourceClaim claim, String node) {
        if (claim.getStatus() == null || claim.getStatus().getAllocation() == null) {
            return state;
        }
        List<GivenDevice> given = new ArrayList<>();
        for (DeviceRequestAllocationResult result :
                claim.getStatus().getAllocation().getDevices().getResults()) {
            Device device = devices.get(result.getDevice());
            if (PciDriver.NAME.equals(result.getDriver())
                    && node.equals(result.getPool())
                    && device != null
                    && !Boolean.TRUE.equals(result.getAdminAccess())) {
                given.add(given(device, result.getRequest(), node));
            }
        }
        String uid = claim.getMetadata().getUid();
        boolean begun = described.stream().anyMatch(files -> files.uid().equals(uid))
                || given.stream().anyMatch(device -> isTaken(devices.get(device.name())));
        if (given.isEmpty() || !begun) {
            return state;
        }
        Holder.Claim holder = new Holder.Claim(
                claim.getMetadata().getNamespace(), claim.getMetadata().getName(), uid);
        return state.found(holding(holder, given, device -> settings(claim, device)));
    }

    private List<DynamicResource> used() {
        return pods.stream()
                .flatMap(pod -> pod.getContainersList().stream())
                .flatMap(container -> container.getDynamicResourcesList().stream())
                .toList();
    }

    /** A claim that the API knows no more, but a pod still has: its uid is in the names that the runtime was given. */
    private LedgerState add(LedgerState state, DynamicResource used, String node) {
        List<GivenDevice> given = new ArrayList<>();
        Optional<String> uid = Optional.empty();
        for (ClaimResource resource : used.getClaimResourcesList()) {
            Device device = devices.get(resource.getDeviceName());
            if (PciDriver.NAME.equals(resource.getDriverName())
                    && node.equals(resource.getPoolName())
                    && device != null
                    && isAway(device)) {
                given.add(given(device, "", node));
                uid = uid.or(() -> resource.getCdiDevicesList().stream()
                        .flatMap(name -> described.stream()
                                .map(ClaimRef::uid)
                                .filter(claim -> name.getName().contains("=" + claim)))
                        .findFirst());
            }
        }
        return uid.isEmpty()
                ? state
                : state.found(holding(
                        new Holder.Claim(used.getClaimNamespace(), used.getClaimName(), uid.get()), given, _ -> null));
    }

    /** What the claim asked for, and the address that its status tells. */
    private static @Nullable TakenSettings settings(ResourceClaim claim, GivenDevice device) {
        VfSettings settings = VfSettings.UNCHANGED;
        try {
            ClaimRef ref = new ClaimRef(
                    claim.getMetadata().getNamespace(),
                    claim.getMetadata().getName(),
                    claim.getMetadata().getUid());
            AllocatedClaim allocated = AllocatedClaim.of(claim, ref, PciDriver.NAME);
            for (DeviceRequestAllocationResult result : allocated.results()) {
                if (device.name().equals(result.getDevice())) {
                    for (DeviceAllocationConfiguration config : allocated.configsOf(result)) {
                        settings = settings.with(VfioConfig.read("", config));
                    }
                }
            }
        } catch (UnusableClaimException | UnpreparableException e) {
            log.warn("settings of {} cannot be found again: {}", device.name(), e.getMessage());
        }
        Optional<MacAddress> mac = claim.getStatus().getDevices().stream()
                .filter(told -> device.name().equals(told.getDevice()) && told.getNetworkData() != null)
                .flatMap(told -> Stream.ofNullable(told.getNetworkData().getHardwareAddress()))
                .findFirst()
                .flatMap(MacAddress::tryParse);
        return TakenSettings.of(settings.with(new VfSettings(mac, OptionalInt.empty(), Optional.empty())));
    }

    /** Held if all of it is with us; if not, the kubelet asks again and it is finished, or it asks for the end. */
    private Holding holding(
            Holder.Claim holder, List<GivenDevice> given, Function<GivenDevice, @Nullable TakenSettings> settings) {
        List<TakenFunction> functions = new ArrayList<>();
        List<TakenMdev> mdevs = new ArrayList<>();
        for (GivenDevice part : given) {
            Device device = devices.get(part.name());
            List<String> drivers = device == null ? List.of() : Devices.drivers(device);
            boolean virtual = device != null && text(device, "type").equals("vf");
            for (int i = 0; i < part.functions().size(); i++) {
                String driver = i < drivers.size() && !drivers.get(i).isEmpty() ? drivers.get(i) : null;
                @Nullable TakenSettings told = virtual && i == 0 ? settings.apply(part) : null;
                inventory
                        .function(part.functions().get(i))
                        .map(function -> new TakenFunction(function.address(), function.id(), driver, told))
                        .ifPresent(functions::add);
            }
            if (part.mdev() != null && device != null) {
                mdevs.add(new TakenMdev(part.mdev(), text(device, "mdevParent"), text(device, "mdevType")));
            }
        }
        boolean whole = functions.stream().allMatch(function -> isOnVfio(function.address()))
                && mdevs.stream().allMatch(mdev -> isMade(mdev.uuid().toString()));
        return Holding.forClaim(holder, functions, mdevs, given).at(whole ? Stage.HELD : Stage.TAKING);
    }

    private GivenDevice given(Device device, String request, String node) {
        String mdev = text(device, "mdevUUID");
        return new GivenDevice(
                request,
                node,
                device.getName(),
                null,
                mdev.isEmpty() ? functions(device) : List.of(),
                mdev.isEmpty() ? null : UUID.fromString(mdev),
                false,
                List.of());
    }

    private List<PciAddress> functions(Device device) {
        return PciAddress.tryParse(text(device, "address")).flatMap(inventory::function).stream()
                .flatMap(first -> members(first, text(device, "type").equals("card")).stream())
                .map(PciFunction::address)
                .toList();
    }

    private List<PciFunction> members(PciFunction first, boolean card) {
        return card
                ? inventory.card(first.address()).orElseThrow().functions()
                : inventory.unit(first.address()).map(unit -> unit.functions()).orElse(List.of(first));
    }

    /** Whether we took it: it is on vfio and was not before, or it was made. */
    private boolean isTaken(@Nullable Device device) {
        return device != null
                && isAway(device)
                && (!text(device, "mdevUUID").isEmpty() || !Sysfs.isVfio(text(device, "driver")));
    }

    /** Whether somebody can have it: it is on vfio, or it was made. */
    private boolean isAway(Device device) {
        String mdev = text(device, "mdevUUID");
        return mdev.isEmpty()
                ? PciAddress.tryParse(text(device, "address"))
                        .filter(this::isOnVfio)
                        .isPresent()
                : isMade(mdev);
    }

    private boolean isMade(String mdev) {
        return inventory.mdevParents().stream()
                .flatMap(parent -> parent.instances().stream())
                .anyMatch(instance -> instance.uuid().equals(mdev));
    }

    private boolean isOnVfio(PciAddress address) {
        return inventory
                .function(address)
                .flatMap(PciFunction::driver)
                .filter(Sysfs::isVfio)
                .isPresent();
    }

    private static String text(Device device, String attribute) {
        DeviceAttribute value = device.getAttributes().get(attribute);
        return value == null || value.getString() == null ? "" : value.getString();
    }
}
