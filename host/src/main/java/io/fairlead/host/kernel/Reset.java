package io.fairlead.host.kernel;

/** What came of a wish for a reset. */
public sealed interface Reset {
    /**
     * Starts afresh.
     *
     * @param how the way that was taken
     */
    record Done(How how) implements Reset {}

    /**
     * The hardware or the kernel has no way to do it; nothing happened.
     *
     * @param why what is missing
     */
    record Impossible(String why) implements Reset {}

    /** Ways to reset, from the widest to the narrowest. */
    enum How {
        /** The bridge above reset all that is behind it. */
        BRIDGE,
        /** The bus was reset through vfio. */
        BUS,
        /** Each function was reset by itself. */
        FUNCTION
    }
}
