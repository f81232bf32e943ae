package io.fairlead.testbed.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Machine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the smallest part, for all are built in the same way. */
class PartsRealTest {
    @TempDir
    private Path cache;

    /** A JVM of its own, because Go learns from the environment where it keeps what it has downloaded. */
    static final class Builder {
        private Builder() {}

        public static void main(String[] args) {
            Parts parts = new Parts(new Cache(Path.of(args[0]), new Progress(System.out, false)));
            System.out.println(parts.has(List.of(Part.CNI)) + " " + parts.binaries(Part.CNI));
        }
    }

    @Test
    void aPartIsBuiltOnceFromNothingAndFoundAgain(@TempDir Path downloads) throws IOException {
        assumeTrue(Machine.find("go").isPresent() || "true".equals(System.getenv("CI")), "there is no Go");
        ProcessBuilder build = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Builder.class.getName(),
                cache.toString());
        build.environment().put("GOMODCACHE", downloads.toString());
        build.environment().merge("GOFLAGS", "-modcacherw", (set, more) -> set + " " + more);
        String said = Command.run(build).output();
        assertThat(said)
                .containsPattern(
                        "testbed: building cni 1.9.1 from source\ntestbed: .*: done in \\d+ s\nfalse " + cache);

        ByteArrayOutputStream saidAgain = new ByteArrayOutputStream();
        Progress progress = new Progress(new PrintStream(saidAgain, true, StandardCharsets.UTF_8), false);
        Path folder = new Parts(new Cache(cache, progress)).binaries(Part.CNI);
        assertThat(saidAgain.size()).isZero();
        assertThat(names(folder)).containsExactlyInAnyOrder("ptp", "bridge", "loopback", "host-local");
        assertThat(Command.run(folder.resolve("ptp").toString()).output()).contains("CNI");
        // Nothing but the result and the lock stays.
        assertThat(names(cache)).containsExactlyInAnyOrder(folder.getFileName().toString(), "lock");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
