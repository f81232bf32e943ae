package io.fairlead.agent.plugin;

import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciCard;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.ResourceName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the functions of a host are called, and what travels together, given what the cluster wants. */
final class Bundles {
    private final PciInventory inventory;
    private final FunctionNames names;
    private final Wanted wanted;
    private final Map<PciAddress, PciFunction> functions = new HashMap<>();
    private final Map<PciAddress, PassthroughUnit> units = new HashMap<>();
    private final Map<PciAddress, PciCard> cards = new HashMap<>();
    private final Map<PciAddress, Claimed> claims = new HashMap<>();

    Bundles(PciInventory inventory, FunctionNames names, Wanted wanted) {
        this.inventory = inventory;
        this.names = names;
        this.wanted = wanted;
        inventory.functions().forEach(function -> functions.put(function.address(), function));
        inventory.units().forEach(unit -> unit.addresses().forEach(address -> units.put(address, unit)));
        inventory.cards().forEach(card -> card.addresses().forEach(address -> cards.put(address, card)));
        wanted.claims().forEach(claim -> claims.put(claim.function(), claim));
    }

    Optional<PciFunction> function(PciAddress address) {
        return Optional.ofNullable(functions.get(address));
    }

    Optional<Claimed> claim(PciAddress function) {
        return Optional.ofNullable(claims.get(function));
    }

    /** The name that a function is offered under. */
    ResourceName name(PciFunction function) {
        ResourceName model = Optional.ofNullable(wanted.names().get(function.address()))
                .orElseGet(() -> names.resourceName(function));
        return claim(function.address())
                .filter(claim -> !claim.pooled())
                .map(claim -> model.forSingle(claim.name()))
                .orElse(model);
    }

    /** What a function travels with; nothing for a bridge. */
    Optional<Bundle> of(PciFunction function) {
        return ofCard(function)
                .or(() -> Optional.ofNullable(units.get(function.address()))
                        .map(unit -> new Bundle(unit.primary(), Listed.Kind.FUNCTION, List.of(unit), unit.offer())));
    }

    /**
     * A card is offered whole if the name of its function 0 says so. A function of it that has another name belongs to it
     * as long as somebody claims the card, and stands for itself otherwise.
     */
    private Optional<Bundle> ofCard(PciFunction function) {
        if (function.isVirtual()) {
            return Optional.empty();
        }
        Optional<PciFunction> first = function(function.address().withFunction(0));
        return first.filter(zero -> !zero.isVirtual() && wanted.cards().contains(name(zero)))
                .filter(zero ->
                        claims.containsKey(zero.address()) || name(function).equals(name(zero)))
                .flatMap(zero -> Optional.ofNullable(cards.get(zero.address())).map(card -> whole(zero, card)));
    }

    private Bundle whole(PciFunction zero, PciCard card) {
        List<PassthroughUnit> all = card.addresses().stream()
                .flatMap(address -> Optional.ofNullable(units.get(address)).stream())
                .distinct()
                .toList();
        return new Bundle(zero, Listed.Kind.CARD, all, inventory.offer(card));
    }
}
