package io.fairlead.sandbox.node.cdi;

/** Why a container cannot be made with the CDI devices that it is to get. */
public final class CdiException extends Exception {
    private static final long serialVersionUID = 1;

    CdiException(String message) {
        super(message);
    }
}
