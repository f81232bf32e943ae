package io.fairlead.machine;

/** A machine that cannot be put on paper; the message names the field and what to do about it. */
public final class UnrenderableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnrenderableException(String message) {
        super(message);
    }
}
