package io.fairlead.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.testbed.junit.RealCluster;
import io.fairlead.testbed.system.Daemons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@RealCluster(nodes = 1)
class CrashRealTest {
    /** The JVM that is to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) throws InterruptedException {
            Testbed testbed = Testbed.start(TestbedOptions.forTests());
            testbed.nodes(1);
            KilledJvm.sayAndWait(testbed.logs().getParent());
        }
    }

    @Test
    void nothingIsLeftOfAClusterWhoseJvmWasKilled() throws IOException {
        Path left = KilledJvm.placeOf(Victim.class);
        await().atMost(Duration.ofMinutes(1)).until(() -> Daemons.running(left).isEmpty());

        String slot = left.getFileName().toString();
        assertThat(traces(slot)).isNotEmpty();
        // Whoever starts the next cluster sweeps first.
        Testbed.start(TestbedOptions.forTests()).close();
        assertThat(left).doesNotExist();
        assertThat(traces(slot)).isEmpty();
    }

    /** Network devices and control groups of that cluster. */
    private static Stream<String> traces(String slot) throws IOException {
        try (Stream<Path> devices = Files.list(Path.of("/sys/class/net"));
                Stream<Path> groups = Files.walk(Path.of("/sys/fs/cgroup"), 2)) {
            return Stream.concat(devices, groups)
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("fairlead" + slot + "(n\\d)?|fairlead-" + slot + "-.*"))
                    .toList()
                    .stream();
        }
    }
}
