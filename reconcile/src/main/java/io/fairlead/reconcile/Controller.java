package io.fairlead.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs a {@link Reconciler} for every key that a change in its informers points to.
 *
 * <p>Filters and mappings are called on the informer's own thread and must be quick and free of effects; one that throws
 * loses that event and is logged as an error. An update is looked at as it was and as it is, so that a key which an
 * object left behind is reconciled too. The deletion of an object whose last state was missed passes every filter.
 */
public final class Controller<K> implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Controller.class);

    private final String name;
    private final Reconciler<K> reconciler;
    private final Settings settings;
    private final WorkQueue<K> queue;
    private final List<Runnable> subscriptions = new ArrayList<>();
    private final List<Thread> workers = new ArrayList<>();

    /** What controllers of one process have in common; the source of randomness must bear being shared by threads. */
    public record Settings(
            int workers,
            Backoff backoff,
            Duration grace,
            InstantSource clock,
            RandomGenerator random,
            ReconcileMetrics metrics) {
        public static Settings standard(ReconcileMetrics metrics) {
            return new Settings(
                    2, Backoff.STANDARD, Duration.ofSeconds(10), InstantSource.system(), new Random(), metrics);
        }

        public Settings withWorkers(int count) {
            return new Settings(count, backoff, grace, clock, random, metrics);
        }
    }

    public Controller(String name, Reconciler<K> reconciler, Settings settings) {
        this.name = name;
        this.reconciler = reconciler;
        this.settings = settings;
        this.queue = new WorkQueue<>(settings.backoff(), settings.clock(), settings.random());
    }

    /** Reconciles the keys that each object of the informer points to. */
    public <T extends HasMetadata> Controller<K> on(
            SharedIndexInformer<T> informer, Function<T, ? extends Collection<K>> keys) {
        return on(informer, _ -> true, keys);
    }

    /** As above, for the objects that pass the filter. */
    public <T extends HasMetadata> Controller<K> on(
            SharedIndexInformer<T> informer, Predicate<T> filter, Function<T, ? extends Collection<K>> keys) {
        ResourceEventHandler<T> handler = new ResourceEventHandler<>() {
            @Override
            public void onAdd(T added) {
                enqueue(added, filter);
            }

            @Override
            public void onUpdate(T before, T after) {
                enqueue(before, filter);
                enqueue(after, filter);
            }

            @Override
            public void onDelete(T deleted, boolean finalStateUnknown) {
                enqueue(deleted, finalStateUnknown ? _ -> true : filter);
            }

            private void enqueue(T object, Predicate<T> wanted) {
                try {
                    if (wanted.test(object)) {
                        keys.apply(object).forEach(queue::add);
                    }
                } catch (RuntimeException e) {
                    log.error("{}: cannot tell whom {} concerns", name, Key.of(object), e);
                }
            }
        };
        informer.addEventHandler(handler);
        subscriptions.add(() -> informer.removeEventHandler(handler));
        return this;
    }

    /**
     * Reconciles a key after every list of the informer, the first and those after a broken watch: what came and went in
     * between is in no event.
     */
    public <T extends HasMetadata> Controller<K> onList(SharedIndexInformer<T> informer, K key) {
        ResourceEventHandler<T> handler = new ResourceEventHandler<>() {
            @Override
            public void onList(String resourceVersion, boolean remainedEmpty) {
                queue.add(key);
            }

            @Override
            public void onAdd(T added) {}

            @Override
            public void onUpdate(T before, T after) {}

            @Override
            public void onDelete(T deleted, boolean finalStateUnknown) {}
        };
        informer.addEventHandler(handler);
        subscriptions.add(() -> informer.removeEventHandler(handler));
        return this;
    }

    /** Asks for a key from outside; safe from any thread. */
    public void enqueue(K key) {
        queue.add(key);
    }

    /** The same, but not before some time has passed. */
    public void enqueueAfter(K key, Duration delay) {
        queue.addAfter(key, delay);
    }

    /** Starts the workers. The informers should have synced, else reconcilers see half a world. */
    public Controller<K> start() {
        settings.metrics().watch(name, queue);
        for (int i = 0; i < settings.workers(); i++) {
            workers.add(Thread.ofVirtual().name(name + "-" + i).start(this::work));
        }
        return this;
    }

    /** Takes in nothing new, lets what is due and what runs end, and interrupts what has not ended by the grace time. */
    @Override
    public void close() {
        subscriptions.forEach(Runnable::run);
        queue.close();
        try {
            long deadline = System.nanoTime() + settings.grace().toNanos();
            for (Thread worker : workers) {
                boolean _ = worker.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        workers.forEach(Thread::interrupt);
        settings.metrics().forget(name);
    }

    private void work() {
        try {
            WorkQueue.@Nullable Taken<K> taken;
            while ((taken = queue.take()) != null) {
                settings.metrics().started(name, taken.waited());
                long began = System.nanoTime();
                Result result = reconcile(taken.key());
                settings.metrics().ended(name, Duration.ofNanos(System.nanoTime() - began), result);
                settle(taken.key(), result);
            }
        } catch (InterruptedException _) {
            log.warn("{}: interrupted while stopping", name);
        }
    }

    private Result reconcile(K key) throws InterruptedException {
        try {
            return reconciler.reconcile(key);
        } catch (InterruptedException e) {
            throw e;
        } catch (KubernetesClientException e) {
            // Changed or gone since it was read: an everyday thing, and the next look starts from what is there now.
            boolean outdated =
                    e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
            String said = e.getStatus() == null ? e.toString() : e.getStatus().getMessage();
            log.atLevel(outdated ? Level.DEBUG : Level.WARN).log("{} {}: {}; tried again", name, key, said);
            return Result.failed(said);
        } catch (Exception e) {
            log.warn("{} {}: {}; tried again", name, key, e.toString());
            log.debug("{} {}", name, key, e);
            return Result.failed(e.toString());
        }
    }

    private void settle(K key, Result result) {
        switch (result) {
            case Result.Done _ -> queue.forget(key);
            case Result.Again again -> {
                queue.forget(key);
                queue.addAfter(key, again.after());
            }
            case Result.Failed failed -> {
                log.debug("{} {}: failed: {}", name, key, failed.reason());
                queue.retry(key);
            }
        }
        queue.done(key);
    }
}
