package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fairlead.reconcile.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An informer's cache together with what we wrote ourselves and the informer has not seen yet.
 *
 * <p>Without it, a reconciler that runs again at once would act on a world in which its last write never happened. A
 * write that the informer never sees, because the object was gone before it looked, is forgotten after a minute. Safe
 * from any thread.
 */
final class Written<T extends HasMetadata> {
    private static final Duration FORGET_AFTER = Duration.ofMinutes(1);

    /**
     * What is newer than the informer's cache may be.
     *
     * @param object what we wrote; null once the informer has seen that it is gone
     */
    private record Write<T>(@Nullable T object, long version, Instant at) {}

    private final SharedIndexInformer<T> informer;
    private final InstantSource clock;
    private final Map<Key, Write<T>> writes = new ConcurrentHashMap<>();

    Written(SharedIndexInformer<T> informer, InstantSource clock) {
        this.informer = informer;
        this.clock = clock;
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(T seen) {
                forget(seen);
            }

            @Override
            public void onUpdate(T before, T seen) {
                forget(seen);
            }

            @Override
            public void onDelete(T deleted, boolean finalStateUnknown) {
                // The answer to the write may come later than the news that its object is gone.
                Write<T> last = new Write<>(null, version(deleted), clock.instant());
                writes.merge(Key.of(deleted), last, (write, _) -> write.version() > last.version() ? write : last);
            }
        });
    }

    private void forget(T seen) {
        writes.computeIfPresent(Key.of(seen), (_, write) -> version(seen) >= write.version() ? null : write);
    }

    /** What the server answered to a write of ours. */
    void remember(T object) {
        Write<T> write = new Write<>(object, version(object), clock.instant());
        writes.merge(Key.of(object), write, (before, _) -> before.version() >= write.version() ? before : write);
    }

    @Nullable
    T get(Key key) {
        return newer(key, informer.getStore().getByKey(key.toString()));
    }

    Map<Key, T> all() {
        Map<Key, T> all = new LinkedHashMap<>();
        informer.getStore().list().forEach(object -> all.put(Key.of(object), object));
        for (Key key : writes.keySet()) {
            T latest = newer(key, all.get(key));
            if (latest != null) {
                all.put(key, latest);
            }
        }
        return all;
    }

    private @Nullable T newer(Key key, @Nullable T cached) {
        Write<T> write = writes.get(key);
        if (write == null) {
            return cached;
        }
        boolean seen = cached != null && version(cached) >= write.version();
        if (seen || write.at().plus(FORGET_AFTER).isBefore(clock.instant())) {
            writes.remove(key, write);
            return cached;
        }
        return write.object() == null ? cached : write.object();
    }

    private static long version(HasMetadata object) {
        return Long.parseLong(object.getMetadata().getResourceVersion());
    }
}
