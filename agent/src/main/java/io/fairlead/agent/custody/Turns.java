package io.fairlead.agent.custody;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one at a time work on the same holding, and forgets the holding when nobody does. */
final class Turns {
    private static final class Turn {
        final ReentrantLock lock = new ReentrantLock();
        int waiting; // guarded by the map's monitor
    }

    private final Map<String, Turn> turns = new HashMap<>();

    /** Waits for the turn; closing what it answers ends it. */
    Ended await(String id) {
        Turn turn;
        synchronized (turns) {
            turn = turns.computeIfAbsent(id, _ -> new Turn());
            turn.waiting++;
        }
        turn.lock.lock();
        return () -> {
            turn.lock.unlock();
            synchronized (turns) {
                turn.waiting--;
                if (turn.waiting == 0) {
                    turns.remove(id);
                }
            }
        };
    }

    /** Ends a turn. */
    interface Ended extends AutoCloseable {
        @Override
        void close();
    }
}
