package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.testbed.KilledJvm;
import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.system.Daemons;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@NestedLab
class LabCrashLabTest {
    /** The JVM that is to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws InterruptedException {
            Lab lab = Lab.alone(false, LabOptions.plain());
            KilledJvm.sayAndWait(lab.console().resolve("../..").normalize());
        }
    }

    @Test
    void theMachineEndsWithTheJvmThatStartedIt() throws IOException {
        KilledJvm victim = KilledJvm.of(
                Victim.class, place -> assertThat(Daemons.running(place)).isNotEmpty());
        await().atMost(Duration.ofMinutes(2)).until(victim::leftNothingRunning);
    }

    @Test
    void aMachineThatDiesWhileItStartsIsStartedAgain() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Set<ProcessHandle> others = machines();
            Future<Lab> starting = threads.submit(() -> Lab.alone(false, LabOptions.plain()));
            ProcessHandle first = await().atMost(Duration.ofMinutes(2))
                    .until(
                            () -> machines().stream()
                                    .filter(machine -> !others.contains(machine))
                                    .findFirst(),
                            Optional::isPresent)
                    .orElseThrow();
            first.destroyForcibly();
            try (Lab lab = starting.get()) {
                assertThat(first.isAlive()).isFalse();
                assertThat(lab.sh("echo it runs").output()).contains("it runs");
            }
        }
    }

    private static Set<ProcessHandle> machines() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("qemu-system"))
                .collect(Collectors.toSet());
    }
}
