package io.fairlead.testbed.system;

/** This machine cannot do what was asked; the message says in one line what is missing and how to get it. */
public final class MissingPrerequisite extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MissingPrerequisite(String message) {
        super(message);
    }
}
