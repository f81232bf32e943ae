package io.fairlead.agent.ledger;

import java.io.IOException;

/** A ledger that this agent must not touch; the message says why and what to do. */
public final class LedgerUnusableException extends IOException {
    private static final long serialVersionUID = 1;

    LedgerUnusableException(String message) {
        super(message);
    }
}
