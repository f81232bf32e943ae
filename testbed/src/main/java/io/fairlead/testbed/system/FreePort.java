package io.fairlead.testbed.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.function.IntFunction;

/** A port for a daemon that must be told one. It was free when we looked; somebody may be faster, and then we look again. */
public final class FreePort {
    private static final int ATTEMPTS = 5;

    private FreePort() {}

    /** Thrown by what starts a daemon when its port was gone. */
    public static final class Taken extends IllegalStateException {
        private static final long serialVersionUID = 1;

        Taken(String message) {
            super(message);
        }
    }

    /** Starts something on a free port, and on another one for as long as it ends in {@link Taken}. */
    public static <T> T on(InetAddress address, IntFunction<T> start) {
        for (int attempt = 1; ; attempt++) {
            try {
                return start.apply(find(address));
            } catch (Taken e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static int find(InetAddress address) {
        try (ServerSocket socket = new ServerSocket(0, 1, address)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on " + address.getHostAddress(), e);
        }
    }
}
