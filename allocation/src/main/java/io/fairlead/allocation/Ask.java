package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fairlead.cel.CelFailure;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A demand on its way through the search: how many devices it needs, and what it makes of each device on its own. */
final class Ask {
    /** What a demand makes of a device, whatever else has been chosen. */
    enum Verdict {
        DROP,
        PASS,
        ERROR
    }

    private final Claim claim;
    private final int number;
    private final int position;
    private final Demand demand;
    private final DeviceClass deviceClass;
    private final List<SelectorRow> classRows;
    private final List<SelectorRow> requestRows;
    private final Features features;
    private final Site site;
    private final @Nullable Verdict[] verdicts;
    private final int[] constraints;
    private int needed;
    private int @Nullable [] all;

    Ask(
            Claim claim,
            int number,
            int position,
            Demand demand,
            DeviceClass deviceClass,
            List<SelectorRow> classRows,
            List<SelectorRow> requestRows,
            Features features,
            Site site) {
        this.claim = claim;
        this.number = number;
        this.position = position;
        this.demand = demand;
        this.deviceClass = deviceClass;
        this.classRows = classRows;
        this.requestRows = requestRows;
        this.features = features;
        this.site = site;
        verdicts = new @Nullable Verdict[site.size()];
        constraints = java.util.stream.IntStream.range(0, claim.constraints().size())
                .filter(i -> claim.constraints().get(i).covers(demand))
                .toArray();
    }

    /** For a demand that names its number. */
    void needs(int count) {
        needed = count;
    }

    /** For a demand that wants all, these. */
    void needsAll(int[] devices) {
        all = devices;
        needed = devices.length;
    }

    Claim claim() {
        return claim;
    }

    /** Its number among all demands of all claims. */
    int number() {
        return number;
    }

    /** The place of its request among those of all claims. */
    int position() {
        return position;
    }

    Demand demand() {
        return demand;
    }

    DeviceClass deviceClass() {
        return deviceClass;
    }

    int needed() {
        return needed;
    }

    int @Nullable [] all() {
        return all;
    }

    /** Those of the claim's constraints, by their number in it, that cover this demand. */
    int[] constraints() {
        return constraints;
    }

    Verdict verdict(int device) {
        Verdict known = verdicts[device];
        if (known == null) {
            known = judge(device);
            verdicts[device] = known;
        }
        return known;
    }

    /** The error that a verdict stands for. */
    AllocationFailure failure(int device) {
        try {
            throw new IllegalStateException("a selector changed its mind: " + isSelectable(device));
        } catch (AllocationFailure failure) {
            return failure;
        }
    }

    private Verdict judge(int device) {
        try {
            return isSelectable(device) && isAcceptable(device) ? Verdict.PASS : Verdict.DROP;
        } catch (AllocationFailure failure) {
            return Verdict.ERROR;
        }
    }

    /** Whether class and request want the device and it is for this node, asked in that order. */
    boolean isSelectable(int device) {
        PoolDevice candidate = site.device(device);
        if (!features.bindingConditions()
                && !candidate.device().getBindingConditions().isEmpty()) {
            return false;
        }
        return passes(classRows, device, this::classTitle)
                && passes(requestRows, device, claim::title)
                && isForThisNode(candidate);
    }

    private String classTitle() {
        return "class " + deviceClass.getMetadata().getName();
    }

    private boolean isForThisNode(PoolDevice candidate) {
        return !candidate.slice().perDeviceNodeSelection() || Slice.isDeviceFor(site.node(), candidate.device());
    }

    private static boolean passes(List<SelectorRow> rows, int device, Supplier<String> owner) {
        for (int i = 0; i < rows.size(); i++) {
            try {
                if (!rows.get(i).passes(device)) {
                    return false;
                }
            } catch (CelFailure failure) {
                throw new AllocationFailure(owner.get() + ": selector #" + i + ": CEL error: " + failure.getMessage());
            }
        }
        return true;
    }

    /** Whether the device's own state allows it: capacity, features, taints. */
    private boolean isAcceptable(int device) {
        PoolDevice candidate = site.device(device);
        if (!hasCapacity(device)) {
            return false;
        }
        if (!features.partitionableDevices() && candidate.consumesCounters()) {
            return false;
        }
        return !features.deviceTaints() || Taints.untolerated(candidate, demand.tolerations()) == null;
    }

    /** Whether there is enough capacity before anything is taken by the attempt itself. */
    boolean hasCapacity(int device) {
        PoolDevice candidate = site.device(device);
        boolean trivial = demand.requestedCapacity().isEmpty() && !candidate.hasPolicies() && !site.hasShares(device);
        return !features.consumableCapacity()
                || trivial
                || Capacity.shortage(
                                demand.requestedCapacity(), candidate.device().getCapacity(), site.sharedOut(device))
                        == null;
    }

    /** Whether the device can go to several holders at once. */
    boolean isShareable(int device) {
        return features.consumableCapacity() && site.device(device).allowsMultipleAllocations();
    }
}
