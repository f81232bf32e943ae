package io.fairlead.host.kernel;

import io.fairlead.host.kernel.KernelException.Reason;
import java.util.Arrays;

/** Why the kernel says no, with the words of the C library. */
public enum Errno {
    EPERM("Operation not permitted", Reason.REFUSED),
    ENOENT("No such file or directory", Reason.GONE),
    EIO("Input/output error", Reason.REFUSED),
    ENXIO("No such device or address", Reason.GONE),
    EACCES("Permission denied", Reason.REFUSED),
    EBUSY("Device or resource busy", Reason.BUSY),
    EEXIST("File exists", Reason.REFUSED),
    ENODEV("No such device", Reason.GONE),
    EINVAL("Invalid argument", Reason.REFUSED),
    ENOTTY("Inappropriate ioctl for device", Reason.REFUSED),
    ENOSPC("No space left on device", Reason.REFUSED),
    EROFS("Read-only file system", Reason.READ_ONLY),
    ERANGE("Numerical result out of range", Reason.REFUSED),
    EUSERS("Too many users", Reason.REFUSED),
    EOPNOTSUPP("Operation not supported", Reason.REFUSED),
    ENOMEM("Cannot allocate memory", Reason.REFUSED);

    private final String text;
    private final Reason reason;

    Errno(String text, Reason reason) {
        this.text = text;
        this.reason = reason;
    }

    public String text() {
        return text;
    }

    public Reason reason() {
        return reason;
    }

    /** The one whose words end what a command printed, or {@link #EIO}. The longest wins: one's words may begin another's. */
    static Errno of(String printed) {
        return Arrays.stream(values())
                .filter(errno -> printed.contains(errno.text))
                .reduce((one, other) -> one.text.length() >= other.text.length() ? one : other)
                .orElse(printed.contains("Cannot find device") ? ENODEV : EIO);
    }
}
