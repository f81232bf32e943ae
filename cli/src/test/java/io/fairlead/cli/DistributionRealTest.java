package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive that users get: unpacked somewhere else, on a machine without Java. */
class DistributionRealTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private static Path elsewhere;

    private record Ran(int status, String output) {}

    @BeforeAll
    static void unpack() throws Exception {
        assertThat(run(List.of(PROJECT.resolve("scripts/distribution").toString(), "--bundle"), System.getenv()))
                .matches(ran -> ran.status == 0);
        assertThat(run(
                        List.of(
                                "tar",
                                "-xzf",
                                PROJECT.resolve("cli/target/fairlead.tar.gz").toString(),
                                "-C",
                                elsewhere.toString()),
                        System.getenv()))
                .matches(ran -> ran.status == 0);
    }

    @Test
    void itRunsWithoutAJdk() throws Exception {
        assertThat(fairlead("--version")).isEqualTo(new Ran(0, "fairlead " + Version.current() + "\n"));
    }

    @Test
    void itRunsThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("fl"), Path.of("fairlead/bin/fairlead"));
        assertThat(run(List.of(link.toString(), "--version"), Map.of("PATH", "/usr/bin:/bin")).status)
                .isZero();
    }

    @Test
    void itTellsWrongUsageFromRefusal() throws Exception {
        assertThat(fairlead("no-such-command").status).isEqualTo(2);
    }

    private static Ran fairlead(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(
                List.of(elsewhere.resolve("fairlead/bin/fairlead").toString()));
        command.addAll(List.of(arguments));
        return run(command, Map.of("PATH", "/usr/bin:/bin"));
    }

    private static Ran run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(elsewhere, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().retainAll(environment.keySet());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end in 5 minutes: " + Files.readString(output));
        }
        return new Ran(process.exitValue(), Files.readString(output));
    }
}
