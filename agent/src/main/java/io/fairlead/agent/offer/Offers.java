package io.fairlead.agent.offer;

import io.fairlead.host.Obstacle;
import io.fairlead.host.Offer;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciCard;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a node offers.
 *
 * @param devices in the order of their addresses, functions before the card that they make up
 * @param withheld what a rule asks for and cannot be given, by its first function, and why not
 */
public record Offers(List<Offered> devices, NavigableMap<PciAddress, String> withheld) {
    public Offers {
        devices = List.copyOf(devices);
        withheld = Collections.unmodifiableNavigableMap(new TreeMap<>(withheld));
    }

    public static Offers none() {
        return new Offers(List.of(), new TreeMap<>());
    }

    /**
     * Holds the rules against what is there.
     *
     * @param node whose name makes the UUIDs of mediated devices its own
     * @param counters whether the cluster can keep devices apart that share something
     */
    public static Offers of(OfferRules rules, PciInventory inventory, String node, boolean counters, MdevMost most) {
        return new Maker(rules, inventory, counters).make(new MdevOffers(rules, inventory, node, counters, most).all());
    }

    public Optional<Offered> device(String name) {
        return devices.stream().filter(device -> device.name().equals(name)).findFirst();
    }

    /** Every function that has to be taken for one of the devices. */
    public NavigableSet<PciAddress> functions() {
        return devices.stream()
                .flatMap(device -> device.addresses().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static final class Maker {
        private final OfferRules rules;
        private final PciInventory inventory;
        private final boolean counters;
        private final List<Offered> devices = new ArrayList<>();
        private final NavigableMap<PciAddress, String> withheld = new TreeMap<>();

        Maker(OfferRules rules, PciInventory inventory, boolean counters) {
            this.rules = rules;
            this.inventory = inventory;
            this.counters = counters;
        }

        Offers make(List<Offered> mediated) {
            for (PassthroughUnit unit : inventory.units()) {
                PciFunction primary = unit.primary();
                Optional<OfferRule> rule = rule(primary);
                if (rule.isEmpty()) {
                    continue;
                }
                // A virtual function is no part of a card, so it goes by itself whatever the rule says about cards.
                boolean alone = primary.isVirtual() || wanted(rule.get()) != OfferRule.What.CARDS;
                if (alone && offerable(primary.address(), unit.offer(), rule.get())) {
                    devices.add(new Offered(
                            Offered.name(primary.address()),
                            primary.isVirtual() ? Offered.Kind.VIRTUAL : Offered.Kind.FUNCTION,
                            unit.functions(),
                            null,
                            cardToShare(primary, rule.get())
                                    .map(card -> share(card, unit.functions().size()))
                                    .orElse(null)));
                }
            }
            for (PciCard card : inventory.cards()) {
                card(card);
            }
            devices.addAll(mediated);
            return new Offers(devices, withheld);
        }

        private void card(PciCard card) {
            PciFunction first = card.functions().getFirst();
            Optional<OfferRule> rule = rule(first);
            if (rule.isEmpty() || !isOfferedWhole(card, rule.get())) {
                return;
            }
            if (offerable(first.address(), inventory.offer(card), rule.get())) {
                boolean shared = wanted(rule.get()) == OfferRule.What.BOTH;
                devices.add(new Offered(
                        Offered.cardName(card.slot()),
                        Offered.Kind.CARD,
                        card.functions(),
                        null,
                        shared ? share(card, card.functions().size()) : null));
            }
        }

        /** A card of one function that is offered by itself already is not offered a second time. */
        private boolean isOfferedWhole(PciCard card, OfferRule rule) {
            return switch (wanted(rule)) {
                case FUNCTIONS -> false;
                case CARDS -> true;
                case BOTH -> card.functions().size() > 1;
            };
        }

        private Optional<PciCard> cardToShare(PciFunction primary, OfferRule rule) {
            return wanted(rule) == OfferRule.What.BOTH && !primary.isVirtual()
                    ? inventory
                            .card(primary.address())
                            .filter(card -> rule(card.functions().getFirst())
                                            .filter(of -> isOfferedWhole(card, of))
                                            .isPresent()
                                    && isFree(inventory.offer(card), rule))
                    : Optional.empty();
        }

        private static Offered.Share share(PciCard card, int functions) {
            return new Offered.Share(
                    Offered.cardName(card.slot()), functions, card.functions().size());
        }

        private OfferRule.What wanted(OfferRule rule) {
            return rule.what() == OfferRule.What.BOTH && !counters ? rule.withoutCounters() : rule.what();
        }

        private Optional<OfferRule> rule(PciFunction function) {
            return rules.ruleFor(function, inventory)
                    .filter(rule ->
                            rule.mdevTypes().isEmpty() && !function.type().isBridge());
        }

        private boolean offerable(PciAddress first, Offer offer, OfferRule rule) {
            if (isFree(offer, rule)) {
                return true;
            }
            if (offer instanceof Offer.Withheld(List<Obstacle> obstacles)) {
                withheld.put(first, obstacles.stream().map(Obstacle::text).collect(Collectors.joining("; ")));
            }
            return false;
        }

        private static boolean isFree(Offer offer, OfferRule rule) {
            return switch (offer) {
                case Offer.Offerable _ -> true;
                case Offer.Withheld(var obstacles) ->
                    rule.bootVga() && obstacles.stream().allMatch(Obstacle.BootVga.class::isInstance);
            };
        }
    }
}
