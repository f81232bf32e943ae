package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.testbed.KilledJvm;
import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.system.Daemons;
import java.io.IOException;
import java.time.Duration;
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
}
