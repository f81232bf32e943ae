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

    @Test
    void aPartIsBuiltOnceFromNothingAndFoundAgain() throws IOException {
        assumeTrue(Machine.find("go").isPresent() || "true".equals(System.getenv("CI")), "there is no Go");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Progress progress = new Progress(new PrintStream(said, true, StandardCharsets.UTF_8), false);
        Parts parts = new Parts(new Cache(cache, progress));
        assertThat(parts.has(List.of(Part.CNI))).isFalse();

        Path folder = parts.binaries(Part.CNI);
        assertThat(names(folder)).containsExactlyInAnyOrder("ptp", "bridge", "loopback", "host-local");
        assertThat(Command.run(folder.resolve("ptp").toString()).output()).contains("CNI");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .matches("testbed: building cni 1.9.1 from source\ntestbed: .*: done in \\d+ s\n");

        said.reset();
        assertThat(new Parts(new Cache(cache, progress)).binaries(Part.CNI)).isEqualTo(folder);
        assertThat(said.size()).isZero();
        // Nothing but the result and the lock stays.
        assertThat(names(cache)).containsExactlyInAnyOrder(folder.getFileName().toString(), "lock");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
