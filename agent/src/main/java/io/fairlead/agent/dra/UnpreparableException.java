package io.fairlead.agent.dra;

/** A claim that cannot be prepared as it is; the message says which field, what is in the way and what to do. */
final class UnpreparableException extends Exception {
    private static final long serialVersionUID = 1;

    UnpreparableException(String message) {
        super(message);
    }

    UnpreparableException(String message, Throwable cause) {
        super(message, cause);
    }
}
