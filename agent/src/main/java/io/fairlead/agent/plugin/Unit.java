package io.fairlead.agent.plugin;

import io.fairlead.agent.ledger.TakenMdev;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import java.util.List;

/**
 * Something that the door wants to have taken from the host, and to keep.
 *
 * @param id in the ledger
 * @param functions of a unit; none for a mediated device
 * @param mdevs a mediated device that exists already; none for a unit
 * @param bind whether its functions have to be put on {@code vfio-pci}
 */
record Unit(String id, List<PciFunction> functions, List<TakenMdev> mdevs, boolean bind) {
    Unit {
        functions = List.copyOf(functions);
        mdevs = List.copyOf(mdevs);
    }

    List<PciAddress> addresses() {
        return functions.stream().map(PciFunction::address).toList();
    }
}
