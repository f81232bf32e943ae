package io.fairlead.dra;

/** A claim cannot be prepared because of what the API server says of it. */
public final class UnusableClaimException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableClaimException(ClaimRef claim, String what) {
        super("claim " + claim + " " + what);
    }

    UnusableClaimException(ClaimRef claim, String what, Throwable cause) {
        super("claim " + claim + " " + what, cause);
    }
}
