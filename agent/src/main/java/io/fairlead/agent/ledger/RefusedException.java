package io.fairlead.agent.ledger;

/** A transition that would break a rule of the ledger; the message says what was asked, what is in the way, what to do. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    public RefusedException(String message) {
        super(message);
    }
}
