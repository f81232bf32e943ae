package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ControllerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Controller.Settings settings = new Controller.Settings(
            2,
            new Backoff(Duration.ofMillis(1), Duration.ofMillis(10), 0),
            PATIENCE,
            InstantSource.system(),
            new Random(1),
            new ReconcileMetrics(registry));

    @Test
    void whatThrowsAndWhatFailsIsTriedUntilItWorks() {
        AtomicInteger tries = new AtomicInteger();
        try (Controller<String> controller = new Controller<>(
                "test",
                _ -> switch (tries.incrementAndGet()) {
                    case 1 -> throw new java.io.IOException("first");
                    case 2 -> Result.failed("second");
                    case 3 -> Result.again(Duration.ofMillis(1));
                    default -> Result.done();
                },
                settings)) {
            controller.start().enqueue("key");
            await().atMost(PATIENCE).untilAtomic(tries, org.hamcrest.Matchers.is(4));
        }
        assertThat(retries()).isEqualTo(2);
        assertThat(reconciliations()).isEqualTo(4);
    }

    @Test
    void closingWaitsForWhatRunsAndDoesWhatIsDue() throws InterruptedException {
        List<String> ended = new CopyOnWriteArrayList<>();
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        Controller<String> controller = new Controller<>(
                "test",
                key -> {
                    running.countDown();
                    release.await();
                    ended.add(key);
                    return Result.done();
                },
                settings);
        controller.start();
        List.of("a", "b", "c").forEach(controller::enqueue);
        running.await();
        Thread closing = Thread.startVirtualThread(controller::close);
        await().atMost(PATIENCE)
                .until(() ->
                        closing.getState() == Thread.State.WAITING || closing.getState() == Thread.State.TIMED_WAITING);
        controller.enqueue("too late");
        release.countDown();
        closing.join();

        assertThat(ended).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void whatDoesNotEndInItsGraceTimeIsInterrupted() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Controller.Settings hasty = new Controller.Settings(
                1, settings.backoff(), Duration.ofMillis(10), settings.clock(), settings.random(), settings.metrics());
        Controller<String> controller = new Controller<>(
                "test",
                _ -> {
                    running.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                    return Result.done();
                },
                hasty);
        controller.start().enqueue("key");
        running.await();
        controller.close();
        interrupted.await();
    }

    private double retries() {
        return registry.scrape().stream()
                .filter(CounterSnapshot.class::isInstance)
                .map(CounterSnapshot.class::cast)
                .flatMap(counter -> counter.getDataPoints().stream())
                .mapToDouble(CounterSnapshot.CounterDataPointSnapshot::getValue)
                .sum();
    }

    private long reconciliations() {
        return registry.scrape(name -> name.equals("fairlead_reconcile_seconds")).stream()
                .map(HistogramSnapshot.class::cast)
                .flatMap(histogram -> histogram.getDataPoints().stream())
                .mapToLong(HistogramSnapshot.HistogramDataPointSnapshot::getCount)
                .sum();
    }
}
