package io.fairlead.allocation;

import io.fairlead.cel.Quantity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The devices chosen so far, and all that follows from them. What was taken last is given back first. */
final class Choices {
    private final Site site;
    private final List<Claim> claims;
    private final List<List<Pick>> picks = new ArrayList<>();
    /** Devices that a claim of this attempt has for itself. */
    private final BitSet taken;
    /** Devices in use by each claim, admin access included: no claim gets a device twice. */
    private final List<BitSet> usedByClaim = new ArrayList<>();
    /** What this attempt took of devices that are shared, by device. */
    private final Map<Integer, List<Map<String, Quantity>>> shares = new HashMap<>();

    Choices(Site site, List<Claim> claims) {
        this.site = site;
        this.claims = claims;
        taken = new BitSet(site.size());
        for (int i = 0; i < claims.size(); i++) {
            picks.add(new ArrayList<>());
            usedByClaim.add(new BitSet());
        }
    }

    List<Pick> picks(int claim) {
        return picks.get(claim);
    }

    BitSet taken() {
        return taken;
    }

    BitSet usedBy(int claim) {
        return usedByClaim.get(claim);
    }

    /** Whether the device is out of reach for the demand, before anything else is asked about it. */
    boolean isInUse(Ask ask, int device) {
        boolean here = usedByClaim.get(ask.claim().index()).get(device);
        return ask.demand().hasAdminAccess() ? here : here || taken.get(device) || site.isHeld(device);
    }

    /** Takes a device that the demand's verdict passes, unless counters, constraints or capacity are in the way. */
    Refusal take(Ask ask, int device) {
        PoolDevice candidate = site.device(device);
        boolean shared = ask.isShareable(device);
        if (isInUse(ask, device)) {
            return Refusal.UNAVAILABLE;
        }
        boolean drawsCounters = drawsCounters(candidate, device, shared);
        if (drawsCounters && !site.counters(device).take(candidate)) {
            return Refusal.UNAVAILABLE;
        }
        if (!addToConstraints(ask, device)) {
            giveBackCounters(drawsCounters, device);
            return Refusal.CONSTRAINT;
        }
        if (shared) {
            Map<String, Quantity> requested = ask.demand().requestedCapacity();
            if (Capacity.shortage(requested, candidate.device().getCapacity(), takenOf(device)) != null) {
                removeFromConstraints(ask, ask.constraints().length);
                giveBackCounters(drawsCounters, device);
                return Refusal.UNAVAILABLE;
            }
            Map<String, Quantity> share =
                    Capacity.consumption(requested, candidate.device().getCapacity());
            shares.computeIfAbsent(device, d -> new ArrayList<>()).add(share);
            picks.get(ask.claim().index()).add(new Pick(ask, device, true, share));
            return Refusal.NONE;
        }
        usedByClaim.get(ask.claim().index()).set(device);
        if (!ask.demand().hasAdminAccess()) {
            taken.set(device);
        }
        picks.get(ask.claim().index()).add(new Pick(ask, device, false, Map.of()));
        return Refusal.NONE;
    }

    /** Why a device was not taken. */
    enum Refusal {
        NONE,
        UNAVAILABLE,
        CONSTRAINT
    }

    /** Undoes the last successful {@link #take}, which must have been this one. */
    void giveBack(Ask ask, int device) {
        PoolDevice candidate = site.device(device);
        boolean shared = ask.isShareable(device);
        picks.get(ask.claim().index()).removeLast();
        if (shared) {
            List<Map<String, Quantity>> left = shares.get(device);
            if (left != null) {
                left.removeLast();
                if (left.isEmpty()) {
                    shares.remove(device);
                }
            }
        } else {
            usedByClaim.get(ask.claim().index()).clear(device);
            if (!ask.demand().hasAdminAccess()) {
                taken.clear(device);
            }
        }
        removeFromConstraints(ask, ask.constraints().length);
        giveBackCounters(drawsCounters(candidate, device, shared), device);
    }

    /** The first holder of a shared device draws its counters for all that follow. */
    private boolean drawsCounters(PoolDevice candidate, int device, boolean shared) {
        return candidate.consumesCounters() && !(shared && (site.hasShares(device) || shares.containsKey(device)));
    }

    private void giveBackCounters(boolean drawn, int device) {
        if (drawn) {
            site.counters(device).giveBack(site.device(device));
        }
    }

    private boolean addToConstraints(Ask ask, int device) {
        List<Constraint> constraints = ask.claim().constraints();
        for (int i = 0; i < ask.constraints().length; i++) {
            if (!constraints.get(ask.constraints()[i]).add(device)) {
                removeFromConstraints(ask, i);
                return false;
            }
        }
        return true;
    }

    private void removeFromConstraints(Ask ask, int first) {
        for (int i = first - 1; i >= 0; i--) {
            ask.claim().constraints().get(ask.constraints()[i]).removeLast();
        }
    }

    private Map<String, Quantity> takenOf(int device) {
        List<Map<String, Quantity>> own = shares.get(device);
        Map<String, Quantity> before = site.sharedOut(device);
        if (own == null) {
            return before;
        }
        Map<String, Quantity> total = new HashMap<>(before);
        own.forEach(share -> share.forEach((name, amount) -> total.merge(name, amount, Quantity::add)));
        return total;
    }

    /** Leaves the site as it was. */
    void giveBackAll() {
        for (Claim claim : claims.reversed()) {
            List<Pick> chosen = picks.get(claim.index());
            while (!chosen.isEmpty()) {
                giveBack(chosen.getLast().ask(), chosen.getLast().device());
            }
        }
    }

    /** What was chosen, by claim. */
    List<List<Pick>> all() {
        return claims.stream()
                .map(claim -> List.copyOf(picks.get(claim.index())))
                .toList();
    }
}
