package io.fairlead.testbed.lab;

import static org.awaitility.Awaitility.await;

import io.fairlead.testbed.KilledJvm;
import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.system.Daemons;
import java.io.IOException;
import java.nio.file.Path;
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
        Path left = KilledJvm.placeOf(Victim.class);
        await().atMost(Duration.ofMinutes(1)).until(() -> Daemons.running(left).isEmpty());
    }
}
