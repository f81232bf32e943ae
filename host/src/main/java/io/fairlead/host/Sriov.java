package io.fairlead.host;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The part that a function plays in single-root I/O virtualisation. */
public sealed interface Sriov {
    /** Plays none. */
    record None() implements Sriov {}

    /**
     * Can make virtual functions.
     *
     * @param total how many it could make
     * @param virtualFunctions those that exist now, by the index that tools such as {@code ip link} count them with
     */
    record Physical(int total, NavigableMap<Integer, PciAddress> virtualFunctions) implements Sriov {
        public Physical {
            virtualFunctions = Collections.unmodifiableNavigableMap(new TreeMap<>(virtualFunctions));
        }
    }

    /**
     * Was made by another function.
     *
     * @param physical the maker
     */
    record Virtual(PciAddress physical) implements Sriov {}
}
