package io.fairlead.sandbox.node.device;

/** Why a pod cannot run here, for good; the message is that of the kubelet. */
public final class AdmissionException extends Exception {
    private static final long serialVersionUID = 1;

    AdmissionException(String message) {
        super(message);
    }
}
