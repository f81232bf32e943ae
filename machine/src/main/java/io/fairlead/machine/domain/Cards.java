package io.fairlead.machine.domain;

import io.fairlead.host.Obstacle;
import io.fairlead.host.Offer;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciCard;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.machine.UnrenderableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the functions of a whole card that the guest can get. */
final class Cards {
    private static final String VFIO = "vfio-pci";

    private final Optional<PciInventory> host;
    private final List<String> warnings;

    Cards(Optional<PciInventory> host, List<String> warnings) {
        this.host = host;
        this.warnings = warnings;
    }

    /** The functions to pass, in order, function 0 first. */
    List<PciAddress> functions(String field, PciAddress first) {
        PciInventory inventory = host.orElseThrow(() -> new UnrenderableException(field + ": " + first
                + " is a whole card, and only the host's sysfs tells its functions; name the host's tree (--root)"));
        PciCard card = inventory.cards().stream()
                .filter(candidate -> candidate.slot().sharesSlotWith(first))
                .findFirst()
                .orElseThrow(() -> new UnrenderableException(field + ": the host has no card at " + first));
        if (!card.addresses().contains(first.withFunction(0))) {
            throw new UnrenderableException(
                    field + ": the card at " + first + " has no function 0, and a guest would not look for the others");
        }
        List<PciAddress> passed = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (PciFunction function : card.functions()) {
            String obstacles = obstacles(inventory, function);
            if (obstacles.isEmpty()) {
                passed.add(function.address());
            } else if (function.address().function() == 0 || sharesGroup(function, card)) {
                throw new UnrenderableException(
                        "%s: the card at %s cannot be passed: %s".formatted(field, first, obstacles));
            } else {
                leftOut.add("%s: function %s stays with the host: %s".formatted(field, function.address(), obstacles));
            }
        }
        warnings.addAll(leftOut);
        return passed;
    }

    /** What keeps a function, or one that must travel with it, with the host. */
    private static String obstacles(PciInventory inventory, PciFunction function) {
        Offer offer =
                inventory.unit(function.address()).map(PassthroughUnit::offer).orElse(new Offer.Offerable());
        return switch (offer) {
            case Offer.Offerable _ -> "";
            case Offer.Withheld withheld ->
                withheld.obstacles().stream()
                        .filter(obstacle -> !isSettled(obstacle, inventory))
                        .map(Obstacle::text)
                        .collect(Collectors.joining("; "));
        };
    }

    /** Whoever bound a function to vfio-pci has dealt with its virtual functions. */
    private static boolean isSettled(Obstacle obstacle, PciInventory inventory) {
        return obstacle instanceof Obstacle.HasVirtualFunctions virtual
                && inventory
                        .function(virtual.function())
                        .flatMap(PciFunction::driver)
                        .filter(VFIO::equals)
                        .isPresent();
    }

    /** The IOMMU cannot part it from function 0. */
    private static boolean sharesGroup(PciFunction function, PciCard card) {
        return function.iommuGroup().isPresent()
                && function.iommuGroup().equals(card.functions().getFirst().iommuGroup());
    }
}
