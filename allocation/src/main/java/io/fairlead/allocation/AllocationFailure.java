package io.fairlead.allocation;

/** Ends an attempt with {@link Outcome.Failed}; the message names the object and what is wrong with it. */
final class AllocationFailure extends RuntimeException {
    AllocationFailure(String message) {
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
