package io.fairlead.host;

import java.util.List;

/** Whether something may be given away. */
public sealed interface Offer {
    /** Nothing is in the way. */
    record Offerable() implements Offer {}

    /**
     * Stays with the host.
     *
     * @param obstacles all that is in the way, at least one
     */
    record Withheld(List<Obstacle> obstacles) implements Offer {
        public Withheld {
            obstacles = List.copyOf(obstacles);
        }
    }

    /** An offer with these things in its way. */
    static Offer despite(List<Obstacle> obstacles) {
        return obstacles.isEmpty() ? new Offerable() : new Withheld(obstacles);
    }

    default boolean isOfferable() {
        return this instanceof Offerable;
    }
}
