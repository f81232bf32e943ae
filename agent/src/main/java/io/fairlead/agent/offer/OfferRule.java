package io.fairlead.agent.offer;

import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import io.fairlead.host.Sriov;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The admin's word on some functions. Of each list that has entries, one must fit.
 *
 * @param vendors numbers such as 0x8086
 * @param devices numbers such as 0x1520
 * @param classes base class and subclass such as 0x0200, or a base class alone as a prefix of two digits
 * @param addresses where they sit
 * @param physicalFunctions makers of virtual functions, by address or by network interface; only those they made fit
 * @param mdevTypes offers mediated devices of these types that the functions can make, not the functions
 * @param what functions, cards, or both
 * @param withoutCounters what of both is offered where the cluster cannot keep them apart
 * @param bootVga consent to give away the display that the machine booted on
 */
public record OfferRule(
        List<Integer> vendors,
        List<Integer> devices,
        List<String> classes,
        List<PciAddress> addresses,
        List<String> physicalFunctions,
        List<String> mdevTypes,
        What what,
        What withoutCounters,
        boolean bootVga) {
    /** What is made of the functions that fit. */
    public enum What {
        /** Each unit by itself. */
        FUNCTIONS,
        /** Whole cards only. */
        CARDS,
        /** Either, never both at a time. */
        BOTH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static OfferRule read(Fields fields) {
        Fields match = fields.object("match")
                .orElseThrow(() -> fields.wrong("match is missing; an empty one, {}, fits every function"));
        OfferRule rule = new OfferRule(
                match.texts("vendors", OfferRule::number),
                match.texts("devices", OfferRule::number),
                match.texts("classes", OfferRule::type),
                match.texts("addresses", PciAddress::parse),
                match.texts("physicalFunctions", text -> text),
                match.texts("mdevTypes", text -> text),
                fields.word("offer", What.class).orElse(What.FUNCTIONS),
                fields.word("withoutCounters", What.class).orElse(What.FUNCTIONS),
                fields.flag("bootVGA").orElse(false));
        match.end();
        if (rule.withoutCounters == What.BOTH) {
            throw fields.wrong("withoutCounters must be functions or cards: nothing would keep the two apart");
        }
        if (!rule.mdevTypes.isEmpty() && rule.what != What.FUNCTIONS) {
            throw fields.wrong("offer cannot be " + rule.what + " where match.mdevTypes names mediated devices");
        }
        fields.end();
        return rule;
    }

    boolean fits(PciFunction function, PciInventory inventory) {
        return fits(vendors, function.id().vendor())
                && fits(devices, function.id().device())
                && (classes.isEmpty()
                        || classes.stream().anyMatch(function.type().toString()::startsWith))
                && fits(addresses, function.address())
                && (physicalFunctions.isEmpty() || wasMadeByOneOf(physicalFunctions, function, inventory))
                && (mdevTypes.isEmpty() || makesMediatedDevices(function, inventory));
    }

    private static <T> boolean fits(List<T> wanted, T actual) {
        return wanted.isEmpty() || wanted.contains(actual);
    }

    private static boolean wasMadeByOneOf(List<String> names, PciFunction function, PciInventory inventory) {
        return switch (function.sriov()) {
            case Sriov.Virtual(PciAddress physical) ->
                names.contains(physical.toString())
                        || inventory.function(physical).stream()
                                .flatMap(maker -> maker.interfaces().stream())
                                .anyMatch(networkInterface -> names.contains(networkInterface.name()));
            case Sriov.Physical _, Sriov.None _ -> false;
        };
    }

    private static boolean makesMediatedDevices(PciFunction function, PciInventory inventory) {
        return inventory.mdevParents().stream()
                .anyMatch(parent ->
                        parent.function().filter(function.address()::equals).isPresent());
    }

    private static int number(String text) {
        if (!text.matches("[0-9a-fA-F]{4}")) {
            throw new IllegalArgumentException("\"%s\" must be four hex digits such as 8086".formatted(text));
        }
        return HexFormat.fromHexDigits(text);
    }

    private static String type(String text) {
        if (!text.matches("[0-9a-fA-F]{2}([0-9a-fA-F]{2})?")) {
            throw new IllegalArgumentException(
                    "\"%s\" must be a class of four hex digits such as 0200, or of two for all below it"
                            .formatted(text));
        }
        return text.toLowerCase(Locale.ROOT);
    }
}
