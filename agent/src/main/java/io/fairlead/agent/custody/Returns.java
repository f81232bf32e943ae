package io.fairlead.agent.custody;

import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Stage;
import io.fairlead.reconcile.Backoff;
import io.fairlead.reconcile.Controller;
import io.fairlead.reconcile.ReconcileMetrics;
import io.fairlead.reconcile.Result;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;

/** Gives back what could not be given back at the first try, for as long as it takes. */
public final class Returns implements AutoCloseable {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(30), 0.2);
    /** A write that hangs blocks one of them until its deadline, and must not hold up the others. */
    private static final int WORKERS = 4;

    private final Custody custody;
    private final BiConsumer<Holding, String> failed;
    private final Controller<String> controller;

    private Returns(
            Custody custody, InstantSource clock, ReconcileMetrics metrics, BiConsumer<Holding, String> failed) {
        this.custody = custody;
        this.failed = failed;
        this.controller = new Controller<>(
                "returns",
                this::giveBack,
                new Controller.Settings(WORKERS, BACKOFF, Duration.ofSeconds(5), clock, new Random(), metrics));
    }

    /** Begins with what the ledger says is on its way back. {@code failed} hears of each try that did not work, and why. */
    public static Returns start(
            Custody custody, InstantSource clock, ReconcileMetrics metrics, BiConsumer<Holding, String> failed) {
        Returns returns = new Returns(custody, clock, metrics, failed);
        returns.controller.start();
        custody.whenUnfinished(returns.controller::enqueue);
        custody.ledger().state().holdings().keySet().forEach(returns.controller::enqueue);
        return returns;
    }

    private Result giveBack(String id) throws Exception {
        Optional<Holding> holding =
                custody.ledger().state().holding(id).filter(found -> found.stage() == Stage.RETURNING);
        if (holding.isPresent()) {
            try {
                custody.retryReturn(id);
            } catch (Exception e) {
                failed.accept(holding.get(), String.valueOf(e.getMessage()));
                throw e;
            }
        }
        return Result.done();
    }

    @Override
    public void close() {
        controller.close();
    }
}
