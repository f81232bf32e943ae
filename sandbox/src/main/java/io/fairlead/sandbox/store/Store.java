package io.fairlead.sandbox.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All objects of the server. Every write is a compare-and-set against the copy that the writer read.
 *
 * <p>One lock guards everything; it is held for map operations only, never while JSON is read or written.
 */
public final class Store {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Shelf> shelves = new HashMap<>();
    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
    private final int historyLimit;
    private long version = 1;
    private boolean closed;

    /** @param historyLimit how many changes each shelf remembers for watches that start in the past */
    public Store(int historyLimit) {
        this.historyLimit = historyLimit;
    }

    /** Calls the listener after every change, in order, under the lock: it must only take note and return. */
    public void onChange(Consumer<Change> listener) {
        listeners.add(listener);
    }

    public Optional<Stored> get(String type, String namespace, String name) {
        lock.lock();
        try {
            return Optional.ofNullable(shelf(type).get(Stored.key(namespace, name)));
        } finally {
            lock.unlock();
        }
    }

    /** The resource version of the latest change of anything. */
    public long version() {
        lock.lock();
        try {
            return version;
        } finally {
            lock.unlock();
        }
    }

    /** Makes place for a type that was not there before: its history begins now. */
    public void begin(String type) {
        lock.lock();
        try {
            shelves.computeIfAbsent(type, _ -> new Shelf(version, historyLimit));
        } finally {
            lock.unlock();
        }
    }

    /** Stores a new object; empty when one of that name is there. */
    public Optional<Stored> create(String type, String namespace, String name, ObjectNode tree) {
        ObjectNode finished = Trees.copyWithMetadata(tree);
        lock.lock();
        try {
            String key = Stored.key(namespace, name);
            Shelf shelf = shelf(type);
            if (shelf.get(key) != null) {
                return Optional.empty();
            }
            Stored stored = stamp(type, key, finished);
            record(shelf, Change.added(stored));
            return Optional.of(stored);
        } finally {
            lock.unlock();
        }
    }

    /** Replaces an object; empty when it is no longer the one that the writer read. */
    public Optional<Stored> replace(Stored expected, ObjectNode tree) {
        ObjectNode finished = Trees.copyWithMetadata(tree);
        lock.lock();
        try {
            Shelf shelf = shelf(expected.type());
            if (shelf.get(expected.key()) != expected) {
                return Optional.empty();
            }
            Stored stored = stamp(expected.type(), expected.key(), finished);
            record(shelf, Change.modified(expected, stored));
            return Optional.of(stored);
        } finally {
            lock.unlock();
        }
    }

    /** Removes an object; empty when it is no longer the one that the writer read. */
    public Optional<Stored> delete(Stored expected) {
        return delete(expected, expected.tree());
    }

    /** The same, with a last form of the object that only watches and the answer see. */
    public Optional<Stored> delete(Stored expected, ObjectNode lastForm) {
        ObjectNode finished = Trees.copyWithMetadata(lastForm);
        lock.lock();
        try {
            Shelf shelf = shelf(expected.type());
            if (shelf.get(expected.key()) != expected) {
                return Optional.empty();
            }
            Stored last = stamp(expected.type(), expected.key(), finished);
            record(shelf, Change.deleted(expected, last));
            return Optional.of(last);
        } finally {
            lock.unlock();
        }
    }

    /** The objects of a type now; an empty namespace means all of them. */
    public Snapshot list(String type, String namespace) {
        lock.lock();
        try {
            Shelf shelf = shelf(type);
            return new Snapshot(shelf.objects(namespace), version, shelf.newest());
        } finally {
            lock.unlock();
        }
    }

    /** The objects of a type at an earlier version; empty when the history does not reach that far back. */
    public Optional<Snapshot> listAt(String type, String namespace, long at) {
        lock.lock();
        try {
            Shelf shelf = shelf(type);
            Change change = shelf.changeAt(at);
            return change == null
                    ? Optional.empty()
                    : Optional.of(new Snapshot(shelf.objectsAt(change, namespace), at, change));
        } finally {
            lock.unlock();
        }
    }

    /** The last change of a type at or before a version; empty when it is forgotten. */
    public Optional<Change> changeAt(String type, long at) {
        lock.lock();
        try {
            return Optional.ofNullable(shelf(type).changeAt(at));
        } finally {
            lock.unlock();
        }
    }

    /** The oldest version that a watch of this type can start from. */
    public long floor(String type) {
        lock.lock();
        try {
            return shelf(type).floor();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until something follows a change, the time is over, or the store closes.
     *
     * @param givenUp whether to wait no longer; asked again after {@link #wake}
     * @return a version up to which the caller has seen everything if nothing follows
     */
    public long awaitNext(Change change, long nanos, BooleanSupplier givenUp) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (change.next() == null && left > 0 && !closed && !givenUp.getAsBoolean()) {
                left = changed.awaitNanos(left);
            }
            return version;
        } finally {
            lock.unlock();
        }
    }

    public boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Wakes all watches so that they end. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Has those who wait in {@link #awaitNext} look whether they are to give up. */
    public void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private Stored stamp(String type, String key, ObjectNode tree) {
        version++;
        ((ObjectNode) tree.get("metadata")).put("resourceVersion", Long.toString(version));
        return new Stored(type, key, version, tree);
    }

    private void record(Shelf shelf, Change change) {
        shelf.record(change);
        listeners.forEach(listener -> listener.accept(change));
        changed.signalAll();
    }

    private Shelf shelf(String type) {
        @Nullable Shelf shelf = shelves.get(type);
        if (shelf == null) {
            // A built-in kind was always there: whatever version a watch starts from, nothing was missed.
            shelf = new Shelf(0, historyLimit);
            shelves.put(type, shelf);
        }
        return shelf;
    }
}
