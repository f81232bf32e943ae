package io.fairlead.host.simulated;

import io.fairlead.host.kernel.Kernel;

/** Calls back after changes; many that come while it is away are one. */
final class UeventThread implements Kernel.Watch {
    private final Board board;
    private boolean closed;

    UeventThread(Board board, Runnable changed) {
        this.board = board;
        long seen;
        synchronized (board) {
            seen = board.uevents();
        }
        Thread.ofVirtual().name("uevents").start(() -> run(seen, changed));
    }

    @Override
    public void close() {
        synchronized (board) {
            closed = true;
            board.changed();
        }
    }

    private void run(long start, Runnable changed) {
        long seen = start;
        while (true) {
            synchronized (board) {
                long before = seen;
                board.await(() -> closed || board.uevents() != before);
                if (closed) {
                    return;
                }
                seen = board.uevents();
            }
            changed.run();
        }
    }
}
