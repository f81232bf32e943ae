package io.fairlead.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairlead.testbed.junit.RealCluster;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
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
            KilledJvm.sayAndWait(testbed.logs().resolve("..").normalize());
        }
    }

    @Test
    void nothingIsLeftOfAClusterWhoseJvmWasKilled() throws IOException {
        Set<Object> traces = new HashSet<>();
        KilledJvm victim = KilledJvm.of(Victim.class, place -> traces.addAll(traces(place)));
        assertThat(traces).isNotEmpty();
        await().atMost(Duration.ofMinutes(2)).until(victim::leftNothingRunning);

        // Whoever starts the next cluster sweeps first.
        Testbed.start(TestbedOptions.forTests()).close();
        assertThat(victim.isSwept()).isTrue();
        assertThat(traces(victim.place())).doesNotContainAnyElementsOf(traces);
    }

    /** What the kernel knows that place's network devices and control groups by; a later one of the same name is another. */
    private static Set<Object> traces(Path place) {
        Pattern names = Pattern.compile("fairlead%1$s(n\\d)?|fairlead-%1$s-.*".formatted(place.getFileName()));
        List<Path> folders = new ArrayList<>(list(Path.of("/sys/fs/cgroup")));
        folders.add(Path.of("/sys/fs/cgroup"));
        folders.add(Path.of("/sys/class/net"));
        Set<Object> traces = new HashSet<>();
        for (Path folder : folders) {
            list(folder).stream()
                    .filter(file -> names.matcher(file.getFileName().toString()).matches())
                    .forEach(file -> traces.add(key(file)));
        }
        return traces;
    }

    /** Others start and end clusters meanwhile, so a folder may have gone. */
    private static List<Path> list(Path folder) {
        File[] found = folder.toFile().listFiles();
        return found == null ? List.of() : Stream.of(found).map(File::toPath).toList();
    }

    private static Object key(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException _) {
            return "gone";
        }
    }
}
