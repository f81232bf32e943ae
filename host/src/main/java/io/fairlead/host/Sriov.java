package io.fairlead.host;

import java.util.List;

/** The part that a function plays in single-root I/O virtualisation. */
public sealed interface Sriov {
    /** Plays none. */
    record None() implements Sriov {}

    /**
     * Can make virtual functions.
     *
     * @param total how many it could make
     * @param virtualFunctions those that exist now, by their index
     */
    record Physical(int total, List<PciAddress> virtualFunctions) implements Sriov {
        public Physical {
            virtualFunctions = List.copyOf(virtualFunctions);
        }
    }

    /**
     * Was made by another function.
     *
     * @param physical the maker
     * @param index its place among the maker's virtual functions, -1 when the maker does not list it
     */
    record Virtual(PciAddress physical, int index) implements Sriov {}
}
