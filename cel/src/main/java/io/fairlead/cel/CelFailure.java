package io.fairlead.cel;

/** An expression that does not compile, or that could not be evaluated for the value it was given. */
public final class CelFailure extends RuntimeException {
    CelFailure(String message) {
        // Selectors fail once per device: a stack trace would cost more than the evaluation.
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
