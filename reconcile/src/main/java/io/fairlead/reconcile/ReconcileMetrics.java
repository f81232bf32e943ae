package io.fairlead.reconcile;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What all controllers of one process tell Prometheus; made once per registry and handed to each of them. */
public final class ReconcileMetrics {
    private final Map<String, WorkQueue<?>> queues = new ConcurrentHashMap<>();
    private final Histogram waited;
    private final Histogram ran;
    private final Counter retries;

    public ReconcileMetrics(PrometheusRegistry registry) {
        GaugeWithCallback.builder()
                .name("fairlead_reconcile_queue_depth")
                .help("Keys that wait, due or not")
                .labelNames("controller")
                .callback(callback -> queues.forEach((name, queue) -> callback.call(queue.depth(), name)))
                .register(registry);
        waited = Histogram.builder()
                .name("fairlead_reconcile_queue_seconds")
                .help("Time from when a key was due until it ran")
                .labelNames("controller")
                .register(registry);
        ran = Histogram.builder()
                .name("fairlead_reconcile_seconds")
                .help("Time that one reconciliation took")
                .labelNames("controller", "result")
                .register(registry);
        retries = Counter.builder()
                .name("fairlead_reconcile_retries_total")
                .help("Reconciliations that failed and are tried again")
                .labelNames("controller")
                .register(registry);
    }

    void watch(String controller, WorkQueue<?> queue) {
        queues.put(controller, queue);
    }

    void forget(String controller) {
        queues.remove(controller);
    }

    void started(String controller, Duration wait) {
        waited.labelValues(controller).observe(seconds(wait));
    }

    void ended(String controller, Duration took, Result result) {
        String word = switch (result) {
            case Result.Done _ -> "done";
            case Result.Again _ -> "again";
            case Result.Failed _ -> "failed";
        };
        ran.labelValues(controller, word).observe(seconds(took));
        if (result instanceof Result.Failed) {
            retries.labelValues(controller).inc();
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
