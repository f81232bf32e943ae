package io.fairlead.agent.dra;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.Callable;

/** What the driver tells Prometheus. */
final class DraMetrics {
    private static final double NANOSECONDS = 1e9;

    private final Histogram calls;
    private final Gauge waiting;
    private final Counter registrations;

    DraMetrics(PrometheusRegistry registry) {
        calls = Histogram.builder()
                .name("fairlead_agent_dra_seconds")
                .help("Time that the kubelet waited for a claim")
                .labelNames("call", "result")
                .register(registry);
        waiting = Gauge.builder()
                .name("fairlead_agent_dra_waiting")
                .help("Calls of the kubelet that wait for an answer now")
                .labelNames("call")
                .register(registry);
        registrations = Counter.builder()
                .name("fairlead_agent_dra_registrations_total")
                .help("Times that the kubelet took the driver (ok) or did not (refused)")
                .labelNames("result")
                .register(registry);
    }

    <T> T timed(String call, Callable<T> work) throws Exception {
        long start = System.nanoTime();
        String result = "failed";
        waiting.labelValues(call).inc();
        try {
            T answer = work.call();
            result = "ok";
            return answer;
        } finally {
            waiting.labelValues(call).dec();
            calls.labelValues(call, result).observe((System.nanoTime() - start) / NANOSECONDS);
        }
    }

    void registered() {
        registrations.labelValues("ok").inc();
    }

    void refused() {
        registrations.labelValues("refused").inc();
    }
}
