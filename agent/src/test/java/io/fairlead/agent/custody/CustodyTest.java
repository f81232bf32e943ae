package io.fairlead.agent.custody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.agent.ledger.Door;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.ledger.Ledger;
import io.fairlead.agent.ledger.TakenFunction;
import io.fairlead.dra.DurableFiles;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.TestingHost;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.simulated.SimulatedKernel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustodyTest {
    private static final PciAddress GPU = PciAddress.parse("0000:3b:00.0");
    private static final PciId ID = new PciId(0x10de, 0x2331);
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private SimulatedKernel kernel;
    private Ledger ledger;
    private Custody custody;

    @BeforeEach
    void open() throws Exception {
        TestingHost host = TestingHost.empty();
        host.function(GPU.toString())
                .id(ID)
                .type(0x030200)
                .driver("nouveau")
                .group(11)
                .attribute("reset_method", "flr");
        kernel = SimulatedKernel.of(host.root(), Duration.ofMinutes(1));
        ledger = Ledger.open(new DurableFiles(), folder, "boot");
        custody = new Custody(ledger, kernel, new CustodyMetrics(new PrometheusRegistry(), ledger));
        ledger.change(state -> state.offer(List.of(GPU), Door.DRA));
    }

    @AfterEach
    void close() throws Exception {
        ledger.close();
    }

    private Holding take(String claim) throws Exception {
        return custody.take(
                drivers -> Holding.forClaim(
                        new Holder.Claim("default", "gpu", claim),
                        List.of(new TakenFunction(GPU, ID, drivers.apply(GPU).orElse(null), null)),
                        List.of(),
                        List.of()),
                _ -> List.of());
    }

    private Optional<String> driver() throws Exception {
        return new Sysfs(kernel.root()).driver(GPU);
    }

    @Test
    void theDriverThatIsWrittenDownIsTheHostsAlsoWhenTheSameClaimHadTheFunctionUntilNow() throws Exception {
        take("uid");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FutureTask<Boolean> sweep = new FutureTask<>(() -> custody.giveBackIf("uid", () -> {
            begun.countDown();
            return awaited(goOn);
        }));
        FutureTask<Holding> again = new FutureTask<>(() -> take("uid"));
        Thread.ofPlatform().start(sweep);
        begun.await();
        Thread asking = Thread.ofPlatform().start(again);
        await().atMost(LONG).until(() -> asking.getState() == Thread.State.WAITING);
        assertThat(driver()).hasValue("vfio-pci");
        goOn.countDown();

        assertThat(sweep.get()).isTrue();
        assertThat(again.get().functions())
                .singleElement()
                .satisfies(function -> assertThat(function.driver()).isEqualTo("nouveau"));
        custody.giveBack("uid");
        assertThat(driver()).hasValue("nouveau");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nothingIsGivenBackWhenTheConditionDoesNotHold() throws Exception {
        take("uid");

        assertThat(custody.giveBackIf("uid", () -> false)).isFalse();

        assertThat(driver()).hasValue("vfio-pci");
        assertThat(ledger.state().holding("uid")).isPresent();
    }
}
