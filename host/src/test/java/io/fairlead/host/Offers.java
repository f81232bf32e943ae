package io.fairlead.host;

import java.util.List;

/** Offers as a test reads them. */
final class Offers {
    private Offers() {}

    static List<String> texts(Offer offer) {
        return switch (offer) {
            case Offer.Offerable() -> List.of();
            case Offer.Withheld(var obstacles) ->
                obstacles.stream().map(Obstacle::text).toList();
        };
    }
}
