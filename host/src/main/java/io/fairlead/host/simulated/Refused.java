package io.fairlead.host.simulated;

import io.fairlead.host.kernel.Errno;

/** The answer to a write, as a system call gives it. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final Errno errno;

    Refused(Errno errno) {
        super(errno.text(), null, false, false);
        this.errno = errno;
    }

    Errno errno() {
        return errno;
    }
}
