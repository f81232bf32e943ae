package io.fairlead.agent.plugin;

import io.fairlead.host.Offer;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import java.util.List;

/**
 * What is handed over as one: a unit, or a whole card with all its units.
 *
 * @param first the function that it is known by
 * @param kind function or card
 * @param units that it consists of, in order
 * @param offer whether it may be given away
 */
record Bundle(PciFunction first, Listed.Kind kind, List<PassthroughUnit> units, Offer offer) {
    Bundle {
        units = List.copyOf(units);
    }

    PciAddress address() {
        return first.address();
    }

    List<PciAddress> functions() {
        return units.stream().flatMap(unit -> unit.addresses().stream()).toList();
    }

    /** Why its functions travel together. */
    String because() {
        return switch (kind) {
            case CARD -> "KubeVirt's entry for it says groupFunctions";
            case FUNCTION, MEDIATED -> units.getFirst().because();
        };
    }

    List<String> holdings() {
        return units.stream().map(Bundle::holding).toList();
    }

    /** A unit's id in the ledger: it is the same whatever name the unit is offered under. */
    static String holding(PassthroughUnit unit) {
        return unit.primary().address().toString();
    }
}
