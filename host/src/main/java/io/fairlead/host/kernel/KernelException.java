package io.fairlead.host.kernel;

/** Says what the kernel would not do, why, and what to do about it. */
public final class KernelException extends Exception {
    private static final long serialVersionUID = 1;

    private final String path;
    private final Reason reason;

    /** What kind of no it is. */
    public enum Reason {
        /** Somebody uses it; it may work later. */
        BUSY,
        /** The device, driver or attribute is not there, or no longer. */
        GONE,
        /** Sysfs is mounted read-only. */
        READ_ONLY,
        /** The kernel did not come back in time; the write was abandoned and may still happen. */
        STUCK,
        /** The kernel, or a rule of ours, says no, and would again. */
        REFUSED
    }

    public KernelException(String path, Reason reason, String message) {
        super(message);
        this.path = path;
        this.reason = reason;
    }

    /** What a failed write comes back as. */
    public static KernelException of(String path, String value, Errno errno) {
        return new KernelException(
                path,
                errno.reason(),
                "writing \"%s\" to /%s: %s%s".formatted(value, path, errno.text(), advice(errno)));
    }

    /** What a write comes back as that did not end. */
    public static KernelException stuck(String path, String value, String after) {
        return new KernelException(
                path,
                Reason.STUCK,
                ("writing \"%s\" to /%s did not end within %s; it is abandoned, and the kernel may still do it. "
                                + "See what the kernel waits for: dmesg, and cat /proc/*/stack of tasks in state D")
                        .formatted(value, path, after));
    }

    public String path() {
        return path;
    }

    public Reason reason() {
        return reason;
    }

    private static String advice(Errno errno) {
        return switch (errno.reason()) {
            case BUSY -> "; something on the host uses the device: end it, then it is tried again";
            case READ_ONLY -> "; sysfs must be mounted writable: the agent's container has to be privileged";
            case GONE, STUCK, REFUSED -> "";
        };
    }
}
