package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive that users get: unpacked somewhere else, on a machine without Java. */
class DistributionRealTest {
    @TempDir
    private static Path elsewhere;

    @BeforeAll
    static void unpack() throws Exception {
        assertThat(Script.run(
                        List.of(Script.PROJECT.resolve("scripts/distribution").toString(), "--archive"),
                        System.getenv()))
                .matches(ran -> ran.status() == 0);
        assertThat(Script.run(
                        List.of(
                                "tar",
                                "-xzf",
                                Script.PROJECT
                                        .resolve("cli/target/fairlead.tar.gz")
                                        .toString(),
                                "-C",
                                elsewhere.toString()),
                        System.getenv()))
                .matches(ran -> ran.status() == 0);
    }

    @Test
    void itRunsWithoutAJdk() throws Exception {
        assertThat(fairlead("--version")).isEqualTo(new Script.Ran(0, "fairlead " + Version.current() + "\n"));
    }

    @Test
    void itRunsThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("fl"), Path.of("fairlead/bin/fairlead"));
        assertThat(Script.run(List.of(link.toString(), "--version"), Map.of("PATH", "/usr/bin:/bin"))
                        .status())
                .isZero();
    }

    @Test
    void itTellsWrongUsageFromRefusal() throws Exception {
        assertThat(fairlead("no-such-command").status()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inventory", "up", "agent"})
    void itsClassesComeFromTheCachesOfTheBuild(String command) throws Exception {
        assertThat(Script.run(
                                List.of(
                                        elsewhere
                                                .resolve("fairlead/bin/fairlead")
                                                .toString(),
                                        command,
                                        "--help"),
                                Map.of("PATH", "/usr/bin:/bin", "FAIRLEAD_JVM", "-Xlog:class+load"))
                        .output())
                .contains("io.fairlead.cli.Fairlead source: shared objects file");
    }

    @Test
    void anAgentRunsInASmallJvmThatCanBeGivenMore() throws Exception {
        List<String> help = List.of(elsewhere.resolve("fairlead/bin/fairlead").toString(), "agent", "--help");
        assertThat(Script.run(help, Map.of("PATH", "/usr/bin:/bin", "FAIRLEAD_JVM", "-Xmx96m -XX:+PrintFlagsFinal")))
                .satisfies(ran -> {
                    assertThat(ran.status()).isZero();
                    assertThat(ran.output())
                            .containsPattern(" MaxHeapSize += " + (96 << 20) + " ")
                            .containsPattern(" ReservedCodeCacheSize +:?= " + (24 << 20) + " ")
                            .contains("fairlead agent");
                });
    }

    @Test
    void anAgentHasMoreMemoryOnALargerMachine(@TempDir Path machine) throws Exception {
        for (int i = 0; i < 2000; i++) {
            Files.createDirectories(machine.resolve("sys/bus/pci/devices/0000:%02x:%02x.0".formatted(i / 32, i % 32)));
        }
        for (List<String> root :
                List.of(List.of("--host-root=" + machine), List.of("--host-root", machine.toString()))) {
            List<String> command = new ArrayList<>(
                    List.of(elsewhere.resolve("fairlead/bin/fairlead").toString(), "agent", "--help"));
            command.addAll(root);
            String flags = Script.run(command, Map.of("PATH", "/usr/bin:/bin", "FAIRLEAD_JVM", "-XX:+PrintFlagsFinal"))
                    .output();
            assertThat(flags.lines().filter(line -> line.contains(" MaxHeapSize ")))
                    .singleElement()
                    .asString()
                    .contains("= " + (94 << 20) + " ");
        }
    }

    private static Script.Ran fairlead(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(elsewhere.resolve("fairlead/bin/fairlead").toString()));
        command.addAll(List.of(arguments));
        return Script.run(command, Map.of("PATH", "/usr/bin:/bin"));
    }
}
