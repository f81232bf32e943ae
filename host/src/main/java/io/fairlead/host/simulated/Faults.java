package io.fairlead.host.simulated;

import io.fairlead.host.kernel.Errno;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What goes wrong in a simulated machine, on order. A fault is for one attribute, such as {@code unbind}, and one device:
 * an address such as {@code 0000:3b:00.0}, or the UUID of a mediated device.
 */
public final class Faults {
    private record Place(String attribute, String device) {}

    private final Board board;
    private final Map<Place, Errno> refusals = new HashMap<>();
    private final Map<Place, Runnable> before = new HashMap<>();
    private final Set<Place> hangs = new HashSet<>();

    /** Devices on which a write hangs; it has the kernel's lock, so every other write on them waits too. */
    private final Set<String> stuck = new HashSet<>();

    private boolean readOnly;

    Faults(Board board) {
        this.board = board;
    }

    /** Every write of this kind is refused until {@link #heal}. */
    public void refuse(String attribute, Object device, Errno errno) {
        synchronized (board) {
            refusals.put(new Place(attribute, device.toString()), errno);
        }
    }

    /** A write of this kind does not come back until {@link #heal}; then it is done after all. */
    public void hang(String attribute, Object device) {
        synchronized (board) {
            hangs.add(new Place(attribute, device.toString()));
        }
    }

    /** Something happens just before the next write of this kind. */
    public void before(String attribute, Object device, Runnable event) {
        synchronized (board) {
            before.put(new Place(attribute, device.toString()), event);
        }
    }

    /** Whether every write is refused because sysfs is mounted read-only. */
    public void readOnly(boolean only) {
        synchronized (board) {
            readOnly = only;
        }
    }

    /** Ends all faults; what hung goes on. */
    public void heal() {
        synchronized (board) {
            refusals.clear();
            before.clear();
            hangs.clear();
            readOnly = false;
            board.changed();
        }
    }

    /** Lets a fault have its way with a write, before it is done. */
    void meet(String attribute, String device) throws Refused {
        if (readOnly) {
            throw new Refused(Errno.EROFS);
        }
        Place place = new Place(attribute, device);
        Runnable event = before.remove(place);
        if (event != null) {
            event.run();
        }
        board.await(() -> !stuck.contains(device));
        if (hangs.contains(place)) {
            stuck.add(device);
            board.await(() -> !hangs.contains(place));
            stuck.remove(device);
            board.changed();
        }
        Errno errno = refusals.get(place);
        if (errno != null) {
            throw new Refused(errno);
        }
    }
}
