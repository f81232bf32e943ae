package io.fairlead.agent.dra;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Answers in time, also when the work takes longer: then the work goes on, and whoever asks for the same again waits for
 * it again instead of beginning it anew.
 */
final class Patience {
    private final Duration limit;
    private final Map<String, FutureTask<?>> running = new ConcurrentHashMap<>();

    Patience(Duration limit) {
        this.limit = limit;
    }

    /** {@code key} stands for the work: the same key always means the same answer. */
    <T> T call(String key, Class<T> answer, Callable<T> work) throws Exception {
        FutureTask<T> mine = new FutureTask<>(() -> {
            try {
                return work.call();
            } finally {
                running.remove(key);
            }
        });
        FutureTask<?> other = running.putIfAbsent(key, mine);
        FutureTask<?> task = other == null ? mine : other;
        if (other == null) {
            Thread.ofVirtual().name(key).start(mine);
        }
        try {
            return answer.cast(task.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "%s has not ended within %d s; it goes on, and the next try waits for it"
                            .formatted(key, limit.toSeconds()),
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
