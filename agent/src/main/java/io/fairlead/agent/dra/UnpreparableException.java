package io.fairlead.agent.dra;

/** A claim that cannot be prepared as it is; the message says which field, what is in the way and what to do. */
class UnpreparableException extends Exception {
    private static final long serialVersionUID = 1;

    UnpreparableException(String message) {
        super(message);
    }

    UnpreparableException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A device of the claim is not among those that can be had; who has it already can keep it. */
    static final class NotOffered extends UnpreparableException {
        private static final long serialVersionUID = 1;

        NotOffered(String message) {
            super(message);
        }
    }
}
