package io.fairlead.host;

import io.fairlead.host.tree.HostRoot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads devices on all processors, and passes over one that does not answer in time: a driver that hangs, or a device that
 * is being reset, keeps whoever reads one of its files in the kernel, where nothing can call a thread back from.
 */
final class SideBySide<T> {
    private record Device(HostRoot root, String name) {}

    private record Read(String name, long since) {}

    /** What a thread of this process still waits for. Nobody else is sent after it, or there would be more at every scan. */
    private static final Set<Device> UNANSWERED = ConcurrentHashMap.newKeySet();

    private final HostRoot root;
    private final Function<String, Optional<T>> reader;
    private final long limit;
    // All guarded by this.
    private final Deque<String> waiting = new ArrayDeque<>();
    private final Map<Thread, Read> underWay = new HashMap<>();
    private final List<T> found = new ArrayList<>();
    private @Nullable RuntimeException failure;

    private SideBySide(HostRoot root, Duration limit, Function<String, Optional<T>> reader) {
        this.root = root;
        this.limit = limit.toNanos();
        this.reader = reader;
    }

    /**
     * Reads every one of them, in no order.
     *
     * @param limit how long one of them may take
     * @param late hears the names of those that took longer
     */
    static <T> List<T> read(
            HostRoot root,
            Collection<String> names,
            Duration limit,
            Function<String, Optional<T>> reader,
            Consumer<String> late) {
        return new SideBySide<>(root, limit, reader).all(names, late);
    }

    private synchronized List<T> all(Collection<String> names, Consumer<String> late) {
        for (String name : names) {
            if (UNANSWERED.contains(new Device(root, name))) {
                late.accept(name);
            } else {
                waiting.add(name);
            }
        }
        int workers = Math.min(waiting.size(), Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < workers; i++) {
            startWorker();
        }
        boolean interrupted = false;
        while (!underWay.isEmpty()) {
            // It ends soon in any case, and half a machine is worse than none.
            interrupted |= isInterruptedBeforeNews();
            giveUpOn(late);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
        return List.copyOf(found);
    }

    /** It has something to do from the start: who waits for all only looks at what is under way. */
    private void startWorker() {
        Thread worker = Thread.ofPlatform().daemon().name("host-reader").unstarted(this::work);
        if (next(worker).isPresent()) {
            worker.start();
        }
    }

    private Optional<Read> next(Thread worker) {
        Optional<Read> next = Optional.ofNullable(waiting.poll()).map(name -> new Read(name, System.nanoTime()));
        next.ifPresent(read -> underWay.put(worker, read));
        return next;
    }

    private void work() {
        Thread self = Thread.currentThread();
        Optional<Read> mine;
        synchronized (this) {
            // Its time begins now: until here the thread itself has been waited for.
            mine = Optional.ofNullable(
                    underWay.computeIfPresent(self, (_, read) -> new Read(read.name(), System.nanoTime())));
        }
        while (mine.isPresent()) {
            String name = mine.get().name();
            Optional<T> answer = Optional.empty();
            @Nullable RuntimeException thrown = null;
            try {
                answer = reader.apply(name);
            } catch (RuntimeException e) {
                thrown = e;
            }
            synchronized (this) {
                if (underWay.remove(self) == null) {
                    UNANSWERED.remove(new Device(root, name));
                    return;
                }
                answer.ifPresent(found::add);
                failure = thrown == null ? failure : thrown;
                mine = next(self);
                if (underWay.isEmpty()) {
                    // Not at every device: who waits would take a processor from who reads.
                    notifyAll();
                }
            }
        }
    }

    private boolean isInterruptedBeforeNews() {
        long now = System.nanoTime();
        long soonest = underWay.values().stream()
                .mapToLong(read -> limit - (now - read.since()))
                .min()
                .orElse(0);
        try {
            if (soonest > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, soonest);
            }
            return false;
        } catch (InterruptedException _) {
            return true;
        }
    }

    private void giveUpOn(Consumer<String> late) {
        long now = System.nanoTime();
        for (Map.Entry<Thread, Read> entry : List.copyOf(underWay.entrySet())) {
            Read read = entry.getValue();
            if (now - read.since() >= limit) {
                underWay.remove(entry.getKey());
                UNANSWERED.add(new Device(root, read.name()));
                late.accept(read.name());
                startWorker();
            }
        }
    }
}
