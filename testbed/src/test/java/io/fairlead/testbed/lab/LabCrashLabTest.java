package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.testbed.KilledJvm;
import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.system.Daemons;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

@NestedLab
class LabCrashLabTest {
    /** The JVM that is to be killed. It kills its machine first, while that starts. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws Exception {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Lab> starting = threads.submit(() -> Lab.alone(false, LabOptions.plain()));
                ProcessHandle first = await().atMost(Duration.ofMinutes(2))
                        .until(Victim::machine, Optional::isPresent)
                        .orElseThrow();
                first.destroyForcibly();
                Lab lab = starting.get();
                assertThat(machine()).isPresent().isNotEqualTo(Optional.of(first));
                assertThat(lab.sh("echo it runs").output()).contains("it runs");
                KilledJvm.sayAndWait(lab.console().resolve("../..").normalize());
            }
        }

        private static Optional<ProcessHandle> machine() {
            return ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains("qemu-system"))
                    .findFirst();
        }
    }

    @Test
    void aMachineThatDiesWhileItStartsIsStartedAgainAndEndsWithTheJvmThatStartedIt() throws IOException {
        KilledJvm victim = KilledJvm.of(
                Victim.class, place -> assertThat(Daemons.running(place)).isNotEmpty());
        await().atMost(Duration.ofMinutes(2)).until(victim::leftNothingRunning);
    }
}
