package io.fairlead.allocation;

/** Something cannot be answered; the message names the object and what is wrong with it. Ends an attempt with {@link Outcome.Failed}. */
public final class AllocationFailure extends RuntimeException {
    AllocationFailure(String message) {
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
