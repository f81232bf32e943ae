package io.fairlead.sandbox.node.dra;

/** Why claims could not be prepared or given up, in the words of the kubelet; to be tried again. */
public final class DraException extends Exception {
    private static final long serialVersionUID = 1;

    DraException(String message) {
        super(message);
    }
}
