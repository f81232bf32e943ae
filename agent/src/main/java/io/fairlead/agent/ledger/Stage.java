package io.fairlead.agent.ledger;

import java.util.Locale;

/** How far a holding has come; each is written down before the work of the next begins. */
public enum Stage {
    /** Being bound and made ready; nobody has it yet. */
    TAKING,
    /** Ready, and whoever holds it may use it. */
    HELD,
    /** Being given back to the host; nobody may use it any more. */
    RETURNING;

    /** As people and metrics name it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
