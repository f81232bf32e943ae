package io.fairlead.agent.custody;

import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.LedgerState;
import io.fairlead.host.kernel.KernelException;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the ledger and the work on the kernel tell Prometheus. */
public final class CustodyMetrics {
    private static final double NANOSECONDS = 1e9;

    private final Histogram kernelWork;

    public CustodyMetrics(PrometheusRegistry registry, Ledger ledger) {
        GaugeWithCallback.builder()
                .name("fairlead_agent_functions")
                .help("PCI functions that have a door, by it and by what is happening to them")
                .labelNames("door", "state")
                .callback(callback -> count(ledger.state())
                        .forEach((labels, number) -> callback.call(number, labels.toArray(String[]::new))))
                .register(registry);
        CounterWithCallback.builder()
                .name("fairlead_agent_ledger_writes_total")
                .help("Times that the ledger was written to disk")
                .callback(callback -> callback.call((double) ledger.writes()))
                .register(registry);
        kernelWork = Histogram.builder()
                .name("fairlead_agent_bind_seconds")
                .help("Time that the kernel took to hand devices over (take) or to take them back (return)")
                .labelNames("direction", "result")
                .register(registry);
    }

    private static Map<List<String>, Integer> count(LedgerState state) {
        Map<List<String>, Integer> counts = new HashMap<>();
        state.doors().forEach((function, door) -> {
            String now = state.holdingOf(function)
                    .map(Holding::stage)
                    .map(Object::toString)
                    .orElse("free");
            counts.merge(List.of(door.toString(), now), 1, Integer::sum);
        });
        return counts;
    }

    interface Work {
        void run() throws KernelException;
    }

    void bound(Work work) throws KernelException {
        timed("take", work);
    }

    void returned(Work work) throws KernelException {
        timed("return", work);
    }

    private void timed(String direction, Work work) throws KernelException {
        long start = System.nanoTime();
        String result = "failed";
        try {
            work.run();
            result = "ok";
        } finally {
            kernelWork.labelValues(direction, result).observe((System.nanoTime() - start) / NANOSECONDS);
        }
    }
}
