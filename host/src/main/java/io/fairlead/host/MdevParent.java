package io.fairlead.host;

import java.util.List;
import java.util.Optional;

/**
 * Something that can make mediated devices; not always a PCI function.
 *
 * @param name as the kernel lists it
 * @param function the PCI function that it is or sits on
 * @param types what it can make
 * @param instances what it has made
 */
public record MdevParent(
        String name, Optional<PciAddress> function, List<MdevType> types, List<MdevInstance> instances) {
    public MdevParent {
        types = List.copyOf(types);
        instances = List.copyOf(instances);
    }
}
