package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.agent.ledger.TakenSettings;
import io.fairlead.agent.offer.Offered;
import io.fairlead.agent.offer.Offers;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.host.MacAddress;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.kernel.VfSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What has to be done for a claim.
 *
 * @param claim what was allocated
 * @param parts one for each device that was allocated, in the claim's order
 */
record ClaimPlan(AllocatedClaim claim, List<Part> parts) {
    /**
     * One device of a claim.
     *
     * @param result what was allocated
     * @param offered the device that this names
     * @param settings what its physical function is told about it
     */
    record Part(DeviceRequestAllocationResult result, Offered offered, VfSettings settings) {
        boolean admin() {
            return Boolean.TRUE.equals(result.getAdminAccess());
        }

        /** What the device is called within its claim. */
        String name() {
            return AllocatedClaim.baseRequest(result.getRequest()) + "-" + offered.name();
        }
    }

    /** Finds the devices of a claim, and reads what it and its pods want of them. */
    static ClaimPlan of(AllocatedClaim claim, Offers offers, NetworkWishes wishes) throws UnpreparableException {
        List<Part> parts = new ArrayList<>();
        for (DeviceRequestAllocationResult result : claim.results()) {
            Offered offered = offers.device(result.getDevice())
                    .orElseThrow(() -> new UnpreparableException.NotOffered(missing(result, offers)));
            parts.add(new Part(result, offered, settings(claim, result, offered, wishes)));
        }
        refuseSharedAddresses(parts);
        return new ClaimPlan(claim, List.copyOf(parts));
    }

    private static String missing(DeviceRequestAllocationResult result, Offers offers) {
        return offers.withheld().entrySet().stream()
                .filter(withheld -> Offered.isFor(result.getDevice(), withheld.getKey()))
                .map(withheld -> "device %s (request %s) is no longer offered: %s"
                        .formatted(result.getDevice(), result.getRequest(), withheld.getValue()))
                .findFirst()
                .orElse(
                        "device %s (request %s) is not offered by this node any more: it left the machine, or the agent's rules changed; delete the pod to have another one allocated"
                                .formatted(result.getDevice(), result.getRequest()));
    }

    private static VfSettings settings(
            AllocatedClaim claim, DeviceRequestAllocationResult result, Offered offered, NetworkWishes wishes)
            throws UnpreparableException {
        VfSettings settings = VfSettings.UNCHANGED;
        for (DeviceAllocationConfiguration config : claim.configsOf(result)) {
            settings = settings.with(VfioConfig.read(path(claim, config), config));
        }
        String request = AllocatedClaim.baseRequest(result.getRequest());
        NetworkWishes.Wish wish = wishes.byRequest().get(request);
        if (wish != null) {
            if (settings.mac().filter(mac -> !mac.equals(wish.mac())).isPresent()) {
                throw new UnpreparableException(
                        "request %s: the claim's %s says mac %s and pod %s says %s in %s; drop one of the two"
                                .formatted(
                                        request,
                                        VfioConfig.KIND,
                                        settings.mac().get(),
                                        wish.pod(),
                                        wish.mac(),
                                        NetworkWishes.ANNOTATION));
            }
            settings = settings.with(new VfSettings(Optional.of(wish.mac()), OptionalInt.empty(), Optional.empty()));
        }
        if (settings.equals(VfSettings.UNCHANGED)) {
            return settings;
        }
        if (offered.kind() != Offered.Kind.VIRTUAL) {
            throw new UnpreparableException(
                    "request %s: mac, vlan and trust are for virtual functions, and %s is of type %s; name the requests that they are for in the config's requests"
                            .formatted(request, offered.name(), offered.kind()));
        }
        if (Boolean.TRUE.equals(result.getAdminAccess())) {
            throw new UnpreparableException(
                    "request %s: mac, vlan and trust cannot be set with adminAccess, which only looks"
                            .formatted(request));
        }
        return settings;
    }

    private static String path(AllocatedClaim claim, DeviceAllocationConfiguration config) {
        int index = claim.object()
                .getStatus()
                .getAllocation()
                .getDevices()
                .getConfig()
                .indexOf(config);
        return "status.allocation.devices.config[%d].opaque.parameters".formatted(index);
    }

    private static void refuseSharedAddresses(List<Part> parts) throws UnpreparableException {
        Map<MacAddress, Part> owners = new HashMap<>();
        for (Part part : parts) {
            Optional<MacAddress> mac = part.settings().mac();
            Part other = mac.isEmpty() ? null : owners.putIfAbsent(mac.get(), part);
            if (other != null) {
                throw new UnpreparableException(
                        "request %s: %s and %s cannot both have hardware address %s; ask for one device, or for each by a request of its own"
                                .formatted(
                                        part.result().getRequest(),
                                        other.offered().name(),
                                        part.offered().name(),
                                        mac.get()));
            }
        }
    }

    /**
     * The same for a claim that has its devices already: with the settings that they have.
     *
     * @throws UnpreparableException if a pod that came later wants others, which nobody can have who shares a device
     */
    ClaimPlan keeping(Holding held) throws UnpreparableException {
        List<Part> kept = new ArrayList<>();
        for (Part part : parts) {
            VfSettings now = part.admin()
                    ? VfSettings.UNCHANGED
                    : held.settings(part.offered().addresses());
            if (!now.with(part.settings()).equals(now)) {
                throw new UnpreparableException(
                        "request %s: %s was prepared with %s and a pod that joined wants %s; pods that share a claim must agree, or wait until the others have ended"
                                .formatted(
                                        part.result().getRequest(),
                                        part.offered().name(),
                                        now.text(),
                                        part.settings().text()));
            }
            kept.add(new Part(part.result(), part.offered(), now));
        }
        return new ClaimPlan(claim, List.copyOf(kept));
    }

    /** What the ledger has to know before anything is done; {@code drivers} tells what each function has now. */
    Holding intent(Function<PciAddress, Optional<String>> drivers) {
        List<TakenFunction> functions = new ArrayList<>();
        List<TakenMdev> mdevs = new ArrayList<>();
        for (Part part : parts) {
            Offered.Mdev mdev = part.offered().mdev();
            if (part.admin()) {
                continue;
            }
            if (mdev != null) {
                mdevs.add(new TakenMdev(mdev.uuid(), mdev.parent(), mdev.type()));
            }
            @Nullable TakenSettings settings = TakenSettings.of(part.settings());
            for (PciFunction function : part.offered().functions()) {
                functions.add(new TakenFunction(
                        function.address(),
                        function.id(),
                        drivers.apply(function.address()).orElse(null),
                        settings));
                settings = null;
            }
        }
        Holder.Claim holder =
                new Holder.Claim(claim.ref().namespace(), claim.ref().name(), claim.uid());
        return Holding.forClaim(holder, functions, mdevs, given(_ -> List.of()));
    }

    /** What the claim is told; {@code cdiIds} knows how the runtime finds each part. */
    List<GivenDevice> given(Function<Part, List<String>> cdiIds) {
        return parts.stream()
                .map(part -> new GivenDevice(
                        part.result().getRequest(),
                        part.result().getPool(),
                        part.result().getDevice(),
                        part.result().getShareID(),
                        part.offered().addresses(),
                        part.offered().mdev() == null
                                ? null
                                : part.offered().mdev().uuid(),
                        part.admin(),
                        cdiIds.apply(part)))
                .toList();
    }
}
