package io.fairlead.sandbox.node.device;

/** Why a container cannot be started with its devices now; to be tried again. */
public final class DeviceNotReadyException extends Exception {
    private static final long serialVersionUID = 1;

    DeviceNotReadyException(String message) {
        super(message);
    }
}
