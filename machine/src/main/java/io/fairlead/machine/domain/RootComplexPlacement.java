package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;
import io.fairlead.machine.UnrenderableException;
import java.util.Map;
import java.util.Set;

/** Puts every device on the root bus itself, for guests that cannot cope with bridges. */
final class RootComplexPlacement extends Placement {
    static final String ANNOTATION = "kubevirt.io/placePCIDevicesOnRootComplex";

    private static final int SLOTS = 0x20;

    /** The chipset's sound and south bridge sit there. */
    private static final Set<Integer> CHIPSET_SLOTS = Set.of(0x1b, 0x1f);

    private int slot = 0x02;

    RootComplexPlacement(Map<String, GuestAddress> before) {
        super(before);
    }

    @Override
    PciAddress freeSlot() {
        for (; slot < SLOTS; slot++) {
            PciAddress place = new PciAddress(0, 0, slot, 0);
            if (!CHIPSET_SLOTS.contains(slot) && !isTaken(place)) {
                return place;
            }
        }
        throw new UnrenderableException("No space left on the root PCI bus.");
    }
}
