package io.fairlead.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keys to look at, each at most once, each with the earliest time that anybody asked for.
 *
 * <p>A key that was taken is running until {@link #done}: it is not handed out again meanwhile, and what is added for it
 * meanwhile comes after. A key that fails waits longer each time and is never given up. Every method may be called from
 * any thread.
 */
public final class WorkQueue<K> implements AutoCloseable {
    /** When a waiting key may run; {@code order} keeps first come, first served among equal times. */
    private record Turn<K>(K key, Instant at, long order) {}

    private static final class State<K> {
        @Nullable
        Turn<K> turn;

        boolean running;
        int failures;

        boolean isIdle() {
            return turn == null && !running && failures == 0;
        }
    }

    private final Backoff backoff;
    private final InstantSource clock;
    private final RandomGenerator random;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // All below: guarded by the lock. A running key has its turn only in its state, not yet in the waiting set.
    private final Map<K, State<K>> states = new HashMap<>();
    private final TreeSet<Turn<K>> waiting =
            new TreeSet<>(Comparator.<Turn<K>, Instant>comparing(Turn::at).thenComparingLong(Turn::order));
    private long turns;
    private boolean closed;

    public WorkQueue(Backoff backoff, InstantSource clock, RandomGenerator random) {
        this.backoff = backoff;
        this.clock = clock;
        this.random = random;
    }

    /** A key and the time it has waited since it was due. */
    public record Taken<K>(K key, Duration waited) {}

    public void add(K key) {
        addAfter(key, Duration.ZERO);
    }

    /** Where the key waits already, the earlier time wins. */
    public void addAfter(K key, Duration delay) {
        locked(() -> schedule(key, stateOf(key), delay));
    }

    /** The key failed once more: adds it with the delay that its failures in a row have earned. */
    public void retry(K key) {
        locked(() -> {
            State<K> state = stateOf(key);
            state.failures++;
            schedule(key, state, backoff.after(state.failures, random));
        });
    }

    /** The key succeeded: its next failure counts as the first. */
    public void forget(K key) {
        locked(() -> {
            stateOf(key).failures = 0;
            dropIfIdle(key);
        });
    }

    /** Ends what {@link #take} began; a key that was added meanwhile may be taken from now on. */
    public void done(K key) {
        locked(() -> {
            State<K> state = stateOf(key);
            state.running = false;
            if (state.turn != null) {
                waiting.add(state.turn);
            }
            dropIfIdle(key);
        });
    }

    /** Waits for a key that is due; null once the queue is closed and has nothing more that is due. */
    public @Nullable Taken<K> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                Taken<K> taken = poll();
                if (taken != null || closed) {
                    return taken;
                }
                if (waiting.isEmpty()) {
                    changed.await();
                } else {
                    long nanos = Duration.between(
                                    clock.instant(), waiting.first().at())
                            .toNanos();
                    long _ = changed.awaitNanos(Math.max(nanos, 1));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next key that is due, or null when there is none now. */
    public @Nullable Taken<K> poll() {
        lock.lock();
        try {
            Instant now = clock.instant();
            if (waiting.isEmpty() || waiting.first().at().isAfter(now)) {
                return null;
            }
            Turn<K> turn = waiting.removeFirst();
            State<K> state = stateOf(turn.key());
            state.turn = null;
            state.running = true;
            return new Taken<>(turn.key(), Duration.between(turn.at(), now));
        } finally {
            lock.unlock();
        }
    }

    /** How many keys wait, due or not. */
    public int depth() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more keys in. What is due is still handed out; what is not due yet is dropped with the queue. */
    @Override
    public void close() {
        locked(() -> closed = true);
    }

    private void schedule(K key, State<K> state, Duration delay) {
        if (closed) {
            return;
        }
        Instant at = clock.instant().plus(delay);
        if (state.turn != null) {
            if (!at.isBefore(state.turn.at())) {
                return;
            }
            waiting.remove(state.turn);
        }
        state.turn = new Turn<>(key, at, turns++);
        if (!state.running) {
            waiting.add(state.turn);
        }
    }

    private State<K> stateOf(K key) {
        return states.computeIfAbsent(key, _ -> new State<>());
    }

    private void dropIfIdle(K key) {
        if (stateOf(key).isIdle()) {
            states.remove(key);
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
