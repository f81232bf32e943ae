package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Places on the guest's PCI tree, on architectures whose devices sit on one; else none. */
record Slots(Optional<Placement> placement) {
    @Nullable
    GuestAddress place(String alias) {
        return placement.map(tree -> tree.place(alias)).orElse(null);
    }

    void keep(String alias, @Nullable String address) {
        if (address != null) {
            placement.ifPresent(tree -> tree.keep(alias, PciAddress.parse(address)));
        }
    }

    /** A place for one function of the host, or for those of a card, near their memory. */
    List<GuestAddress> placeNear(Optional<Integer> numaNode, String alias, List<Integer> functions) {
        return placement
                .map(tree -> numaNode.isPresent()
                        ? tree.placeNear(numaNode.get(), alias, functions)
                        : tree.place(alias, functions))
                .orElse(List.of());
    }
}
