package io.fairlead.agent.ledger;

/** A transition that would break a rule of the ledger; the message says what was asked, what is in the way, what to do. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean passing;

    public RefusedException(String message) {
        this(message, false);
    }

    private RefusedException(String message, boolean passing) {
        super(message);
        this.passing = passing;
    }

    /** Somebody has what was asked for, and will not have it for ever. */
    static RefusedException forNow(String message) {
        return new RefusedException(message, true);
    }

    /** Whether the same may be granted later without anybody changing their mind. */
    public boolean isPassing() {
        return passing;
    }
}
