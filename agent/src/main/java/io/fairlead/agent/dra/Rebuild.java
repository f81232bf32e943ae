package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.agent.offer.Devices;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.kernel.Sysfs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a lost ledger must have said, from what is left in the world: ResourceSlices tell which functions a device has and
 * which drivers they had, CDI files which claims were given theirs, the API which claims were promised some, and sysfs
 * what was really taken. Pure.
 */
final class Rebuild {
    private final PciInventory inventory;
    private final Map<String, Device> devices = new HashMap<>();
    private final List<ResourceClaim> claims;
    private final Set<String> described;

    /** {@code described} are the claims that have CDI files. */
    Rebuild(PciInventory inventory, List<ResourceSlice> slices, List<ResourceClaim> claims, Set<String> described) {
        this.inventory = inventory;
        this.claims = claims;
        this.described = described;
        slices.forEach(slice -> slice.getSpec().getDevices().forEach(device -> devices.put(device.getName(), device)));
    }

    /** Adds what is found to what is known. */
    LedgerState add(LedgerState state, String node) {
        LedgerState found = state;
        for (ResourceClaim claim : claims) {
            found = add(found, claim, node);
        }
        for (Device device : devices.values()) {
            if (isTaken(device)) {
                // Nobody has it, so it goes back. What a claim has is known by now, and wins.
                Holder.Claim nobody = new Holder.Claim("", "", "found-" + device.getName());
                found = found.found(
                        holding(nobody, List.of(given(device, "", node))).at(Stage.RETURNING));
            }
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
        boolean begun =
                described.contains(uid) || given.stream().anyMatch(device -> isTaken(devices.get(device.name())));
        if (given.isEmpty() || !begun) {
            return state;
        }
        Holder.Claim holder = new Holder.Claim(
                claim.getMetadata().getNamespace(), claim.getMetadata().getName(), uid);
        // The kubelet asks again, and finds out whether all of it is there.
        return state.found(holding(holder, given));
    }

    private Holding holding(Holder.Claim holder, List<GivenDevice> given) {
        List<TakenFunction> functions = new ArrayList<>();
        List<TakenMdev> mdevs = new ArrayList<>();
        for (GivenDevice part : given) {
            Device device = devices.get(part.name());
            List<String> drivers = device == null ? List.of() : Devices.drivers(device);
            for (int i = 0; i < part.functions().size(); i++) {
                String driver = i < drivers.size() && !drivers.get(i).isEmpty() ? drivers.get(i) : null;
                inventory
                        .function(part.functions().get(i))
                        .map(function -> new TakenFunction(function.address(), function.id(), driver, null))
                        .ifPresent(functions::add);
            }
            if (part.mdev() != null && device != null) {
                mdevs.add(new TakenMdev(part.mdev(), text(device, "mdevParent"), text(device, "mdevType")));
            }
        }
        return Holding.forClaim(holder, functions, mdevs, given);
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
        if (device == null) {
            return false;
        }
        String mdev = text(device, "mdevUUID");
        if (!mdev.isEmpty()) {
            return inventory.mdevParents().stream()
                    .flatMap(parent -> parent.instances().stream())
                    .anyMatch(instance -> instance.uuid().equals(mdev));
        }
        Optional<PciFunction> function =
                PciAddress.tryParse(text(device, "address")).flatMap(inventory::function);
        return function.flatMap(PciFunction::driver).filter(Sysfs::isVfio).isPresent()
                && !Sysfs.isVfio(text(device, "driver"));
    }

    private static String text(Device device, String attribute) {
        DeviceAttribute value = device.getAttributes().get(attribute);
        return value == null || value.getString() == null ? "" : value.getString();
    }
}
