package io.fairlead.cli;

import io.fairlead.host.Obstacle;
import io.fairlead.host.Offer;
import io.fairlead.host.PassthroughUnit;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciFunction;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in a few words whether a function may be given away. */
final class OfferText {
    private OfferText() {}

    /** A function without a unit is a bridge. */
    static String of(PciFunction function, @Nullable PassthroughUnit unit) {
        if (unit == null) {
            return withheld(function, List.of(new Obstacle.Bridge(function.address())));
        }
        return switch (unit.offer()) {
            case Offer.Offerable() -> "yes" + company(function, unit);
            case Offer.Withheld(List<Obstacle> obstacles) -> withheld(function, obstacles);
        };
    }

    /** The function's own address is in its line already. */
    private static String withheld(PciFunction function, List<Obstacle> obstacles) {
        String own = function.address() + " ";
        return obstacles.stream()
                .map(Obstacle::text)
                .map(text -> text.startsWith(own) ? text.substring(own.length()) : text)
                .collect(Collectors.joining("; ", "no: ", ""));
    }

    private static String company(PciFunction function, PassthroughUnit unit) {
        List<String> others = unit.addresses().stream()
                .filter(address -> !address.equals(function.address()))
                .map(PciAddress::toString)
                .toList();
        return others.isEmpty() ? "" : ", with " + String.join(", ", others);
    }
}
