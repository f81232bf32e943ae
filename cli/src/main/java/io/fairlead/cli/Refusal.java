package io.fairlead.cli;

/** Ends a command with exit status 1 and one line on stderr: what was asked, what is in the way, what to do. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Refusal(String message) {
        super(message);
    }

    public Refusal(String message, Throwable cause) {
        super(message, cause);
    }
}
