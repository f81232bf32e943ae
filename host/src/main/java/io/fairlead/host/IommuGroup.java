package io.fairlead.host;

import java.util.List;

/**
 * Functions that the IOMMU cannot tell apart: they reach the same memory.
 *
 * @param number the kernel's number; it can change with every boot
 * @param functions its PCI members in order
 * @param others members that are not PCI functions, by name
 * @param isolating false for the groups of vfio's no-IOMMU mode, which isolate nothing
 */
public record IommuGroup(int number, List<PciAddress> functions, List<String> others, boolean isolating) {
    public IommuGroup {
        functions = List.copyOf(functions);
        others = List.copyOf(others);
    }
}
