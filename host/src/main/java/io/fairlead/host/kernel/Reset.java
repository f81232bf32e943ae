package io.fairlead.host.kernel;

import java.util.Optional;

/** What came of a wish for a reset. */
public sealed interface Reset {
    /**
     * Starts afresh.
     *
     * @param how the way that was taken
     */
    record Done(How how) implements Reset {}

    /**
     * Every function of a card was reset by itself, which leaves what they share as it was.
     *
     * @param whyNotTheBus what kept the bus from being reset
     */
    record OneByOne(String whyNotTheBus) implements Reset {}

    /**
     * The hardware or the kernel has no way to do it; nothing happened.
     *
     * @param why what is missing
     */
    record Impossible(String why) implements Reset {}

    /** What the next user finds that a full reset would have cleared, and why; nothing where all is well. */
    default Optional<String> shortfall() {
        return switch (this) {
            case Done _ -> Optional.empty();
            case OneByOne(String why) ->
                Optional.of("its functions were reset one by one; the bus cannot be reset because " + why);
            case Impossible(String why) -> Optional.of("it is handed over as its last user left it: " + why);
        };
    }

    /** Ways to reset, from the widest to the narrowest. */
    enum How {
        /** The bridge above reset all that is behind it. */
        BRIDGE,
        /** The bus was reset through vfio. */
        BUS,
        /** The one function was reset. */
        FUNCTION
    }
}
