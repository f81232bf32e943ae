package io.fairlead.host.simulated;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Work in a thread of its own, so that a caller can leave it hanging, as with a real kernel. Only the time that it hangs
 * counts, not that of a slow machine.
 */
final class Operation<T> {
    private final Board board;
    private final Callable<T> work;
    private @Nullable T value;
    private @Nullable Exception failure;
    private boolean done;

    Operation(Board board, Callable<T> work) {
        this.board = board;
        this.work = work;
    }

    /** Works in the thread of the caller. */
    void run() {
        synchronized (board) {
            try {
                value = work.call();
            } catch (Exception reason) {
                failure = reason;
            } finally {
                done = true;
                board.changed();
            }
        }
    }

    /** Works in a thread of its own; false if it hangs for that long. */
    boolean endsWithin(Duration deadline) {
        Thread thread = Thread.ofVirtual().start(this::run);
        boolean interrupted = false;
        synchronized (board) {
            Duration left = deadline;
            while (!done && left.isPositive()) {
                try {
                    board.wait(board.isWaiting(thread) ? Math.max(1, left.toMillis()) : 0);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
                left = deadline.minus(board.waiting(thread));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done;
    }

    /** What came of work that has ended. */
    @SuppressWarnings("NullAway") // a call that answers nothing answers null
    T result() throws Refused {
        if (failure instanceof Refused refused) {
            throw refused;
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        return value;
    }
}
