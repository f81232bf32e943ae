package io.fairlead.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The caches that the controllers of one process share: one list and one watch per kind, however many ask for it.
 *
 * <p>They never give up: a list or watch that fails, for whatever reason, is tried again. What they hold is everybody's;
 * never change an object that came out of one.
 */
public final class Informers implements AutoCloseable {
    private final KubernetesClient client;
    // Guarded by this.
    private final Map<Class<?>, SharedIndexInformer<?>> byType = new HashMap<>();
    private final List<SharedIndexInformer<?>> all = new ArrayList<>();

    public Informers(KubernetesClient client) {
        this.client = client;
    }

    /** All objects of a type, in all namespaces. */
    @SuppressWarnings("unchecked") // only this method fills the map, with informers of the key's type
    public synchronized <T extends HasMetadata> SharedIndexInformer<T> of(Class<T> type) {
        SharedIndexInformer<?> known = byType.get(type);
        if (known != null) {
            return (SharedIndexInformer<T>) known;
        }
        SharedIndexInformer<T> made = of(client.resources(type).inAnyNamespace());
        byType.put(type, made);
        return made;
    }

    /** A selection of its own, such as the pods of one node. */
    public synchronized <T extends HasMetadata> SharedIndexInformer<T> of(Informable<T> selection) {
        SharedIndexInformer<T> informer = selection.runnableInformer(0);
        informer.exceptionHandler((_, _) -> true);
        all.add(informer);
        return informer;
    }

    /** Starts all that are not running yet, at once, and waits until each has listed what there is. */
    public synchronized void start() {
        CompletableFuture<?>[] synced = all.stream()
                .filter(informer -> !informer.isRunning())
                .map(informer -> informer.start().toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(synced).join();
    }

    @Override
    public synchronized void close() {
        all.forEach(SharedIndexInformer::stop);
    }
}
