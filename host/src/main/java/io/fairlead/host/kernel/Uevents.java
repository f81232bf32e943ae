package io.fairlead.host.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Word from the kernel about devices, by the netlink socket that udev listens to as well. */
final class Uevents implements Kernel.Watch {
    private static final int NETLINK = 16;
    private static final int DATAGRAM = 2;
    private static final int KOBJECT_UEVENT = 15;
    private static final int ADDRESS_BYTES = 12;
    private static final int GROUPS_OFFSET = 8;
    private static final int BUFFER_BYTES = 64 << 10;

    /** How long closing may take. */
    private static final int PATIENCE_MILLIS = 500;

    /** Changes come in bursts; the last one of a burst is what matters. */
    private static final int QUIET_MILLIS = 50;

    private static final Set<String> SUBSYSTEMS = Set.of("pci", "net", "mdev", "vdpa", "vfio", "vfio-dev", "block");

    private final int socket;
    private final Runnable changed;
    private volatile boolean closed;

    private Uevents(int socket, Runnable changed) {
        this.socket = socket;
        this.changed = changed;
    }

    /** Without word from the kernel a full look from time to time has to do, so what fails here fails loudly. */
    static Uevents watch(Runnable changed) {
        try (Arena arena = Arena.ofConfined()) {
            int socket = LibC.socket(NETLINK, DATAGRAM | LibC.CLOSE_ON_EXEC, KOBJECT_UEVENT);
            MemorySegment address = arena.allocate(ADDRESS_BYTES, Integer.BYTES);
            address.set(ValueLayout.JAVA_SHORT, 0, (short) NETLINK);
            address.set(ValueLayout.JAVA_INT, GROUPS_OFFSET, 1);
            LibC.bind(socket, address);
            Uevents uevents = new Uevents(socket, changed);
            Thread.ofPlatform().daemon().name("uevents").start(uevents::run);
            return uevents;
        } catch (LibC.Failure failure) {
            throw new IllegalStateException("the kernel's events cannot be heard: " + failure.getMessage(), failure);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment buffer = arena.allocate(BUFFER_BYTES);
            boolean pending = false;
            while (!closed) {
                if (heard(pending ? QUIET_MILLIS : PATIENCE_MILLIS)) {
                    pending |= matters(buffer);
                } else if (pending) {
                    pending = false;
                    changed.run();
                }
            }
        } finally {
            LibC.close(socket);
        }
    }

    private boolean heard(int milliseconds) {
        try {
            return LibC.readable(socket, milliseconds);
        } catch (LibC.Failure interrupted) {
            return false;
        }
    }

    private boolean matters(MemorySegment buffer) {
        try {
            long length = LibC.receive(socket, buffer);
            byte[] message = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
            for (String line : new String(message, StandardCharsets.UTF_8).split("\0")) {
                if (line.startsWith("SUBSYSTEM=")) {
                    return SUBSYSTEMS.contains(line.substring("SUBSYSTEM=".length()));
                }
            }
            return false;
        } catch (LibC.Failure overrun) {
            // Some were lost, and they may have mattered.
            return true;
        }
    }
}
