package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.selector.Selection;
import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Store;
import io.fairlead.sandbox.store.Stored;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A watch that is about to run: the objects it announces first, where it goes on from, what it selects, when it ends.
 *
 * @param version up to which the watch has seen everything when the initial objects are out
 * @param announcesEnd whether a bookmark follows the initial objects
 */
public record WatchStream(
        Store store,
        Call call,
        Selection selection,
        List<Stored> initial,
        Change from,
        long version,
        boolean announcesEnd,
        boolean bookmarks,
        Duration timeout) {
    private static final Duration BOOKMARK_EVERY = Duration.ofSeconds(15);

    /** Takes events to the client. Called by the thread that runs the stream; an exception ends the watch. */
    public interface Sink {
        void event(String type, Stored object) throws IOException;

        /** @param endOfInitial whether this one follows the initial objects */
        void bookmark(long version, boolean endOfInitial) throws IOException;

        /** Sends what has gathered: nothing more is at hand right now. */
        void flush() throws IOException;
    }

    /** Runs until the time is over, the store closes, {@code dropped} says so, or the sink fails. */
    public void run(Sink sink, BooleanSupplier dropped) throws IOException, InterruptedException {
        for (Stored object : initial) {
            sink.event("ADDED", object);
        }
        if (announcesEnd) {
            sink.bookmark(version, true);
        }
        sink.flush();
        long end = System.nanoTime() + timeout.toNanos();
        long nextBookmark = System.nanoTime() + BOOKMARK_EVERY.toNanos();
        Change last = from;
        while (!dropped.getAsBoolean() && !store.closed()) {
            long now = System.nanoTime();
            if (now >= end) {
                return;
            }
            long seen = store.awaitNext(last, Math.min(end, nextBookmark) - now, dropped);
            Change next = last.next();
            if (next == null) {
                if (bookmarks && System.nanoTime() >= nextBookmark) {
                    sink.bookmark(seen, false);
                    sink.flush();
                }
                if (System.nanoTime() >= nextBookmark) {
                    nextBookmark = System.nanoTime() + BOOKMARK_EVERY.toNanos();
                }
                continue;
            }
            for (; next != null && !dropped.getAsBoolean(); next = last.next()) {
                announce(next, sink);
                last = next;
            }
            sink.flush();
        }
    }

    /** An object that comes into the selection was added, and one that leaves it was deleted, for this watch. */
    private void announce(Change change, Sink sink) throws IOException {
        Stored object = change.last();
        if (object == null || !inNamespace(object)) {
            return;
        }
        boolean before = selects(change.before());
        boolean after = selects(change.after());
        if (after) {
            sink.event(before ? "MODIFIED" : "ADDED", object);
        } else if (before) {
            sink.event("DELETED", object);
        }
    }

    private boolean inNamespace(Stored object) {
        return call.namespace().isEmpty() || object.namespace().equals(call.namespace());
    }

    private boolean selects(@Nullable Stored object) {
        return object != null && selection.matches(object.tree());
    }
}
