package io.fairlead.host;

import java.util.List;

/**
 * The smallest set of functions that can travel alone.
 *
 * @param functions in order, at least one; bridges are left aside
 * @param because why these and no fewer
 * @param offer whether it may be given away
 */
public record PassthroughUnit(List<PciFunction> functions, String because, Offer offer) {
    public PassthroughUnit {
        functions = List.copyOf(functions);
        if (functions.isEmpty()) {
            throw new IllegalArgumentException("a unit has at least one function");
        }
    }

    /** The function whose name the unit is offered under. */
    public PciFunction primary() {
        return functions.getFirst();
    }

    public List<PciAddress> addresses() {
        return functions.stream().map(PciFunction::address).toList();
    }
}
