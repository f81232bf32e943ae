package io.fairlead.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnsTest {
    @TempDir
    private Path folder;

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    @Test
    void twoInstancesWithOneLockFileWaitForEachOther() throws Exception {
        Path file = folder.resolve("serialize.lock");
        run(List.of(Turns.betweenProcesses(file, true), Turns.betweenProcesses(file, true)));
        assertThat(most.get()).isEqualTo(1);
    }

    @Test
    void whoBearsItMayRunAllAtOnce() throws Exception {
        CountDownLatch together = new CountDownLatch(2);
        Turns turns = Turns.withinThisProcess(false);
        List<Thread> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(Thread.startVirtualThread(() -> quietly(turns, () -> {
                together.countDown();
                together.await();
                return true;
            })));
        }
        for (Thread one : both) {
            one.join();
        }
        assertThat(together.getCount()).isZero();
    }

    @Test
    void aTurnEndsWithAnExceptionToo() throws Exception {
        Turns turns = Turns.betweenProcesses(folder.resolve("serialize.lock"), true);
        quietly(turns, () -> {
            throw new IllegalStateException("no");
        });
        assertThat(turns.<String>take(() -> "next")).isEqualTo("next");
    }

    private void run(List<Turns> all) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Turns turns = all.get(i % all.size());
            threads.add(Thread.startVirtualThread(() -> quietly(turns, () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.sleep(1);
                return running.decrementAndGet();
            })));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static <T> void quietly(Turns turns, java.util.concurrent.Callable<T> call) {
        try {
            turns.take(call);
        } catch (Exception e) {
            assertThat(e).hasMessage("no");
        }
    }
}
