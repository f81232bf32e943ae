package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands that the documentation tells people to type. */
class DocumentedCommandsTest {
    private static final Pattern COMMAND = Pattern.compile("^(?: {4}|\\t)(?:\\./)?fairlead (.*?)(?: +#.*)?$");
    private static final Set<String> NEED_NO_CLUSTER = Set.of("inventory", "validate", "render", "completion");

    @TempDir
    private Path folder;

    private record Documented(String file, List<String> arguments) {
        boolean needsNoCluster() {
            return NEED_NO_CLUSTER.contains(arguments.getFirst()) || arguments.contains("--offline");
        }

        @Override
        public String toString() {
            return file + ": fairlead " + String.join(" ", arguments);
        }
    }

    @BeforeEach
    void examples() throws IOException {
        Files.createSymbolicLink(folder.resolve("examples"), Script.PROJECT.resolve("examples"));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandIsOne() throws IOException {
        return documented()
                .map(command -> DynamicTest.dynamicTest(command.toString(), () -> {
                    CommandLine.ParseResult parsed =
                            Fairlead.commandLine().parseArgs(command.arguments().toArray(String[]::new));
                    assertThat(parsed.hasSubcommand()).isTrue();
                }));
    }

    /** In the order of the text, because one may use what the one before made. */
    @TestFactory
    @Tag("long")
    Stream<DynamicTest> whatNeedsNoClusterWorks() throws IOException {
        List<Documented> commands =
                documented().filter(Documented::needsNoCluster).toList();
        assertThat(commands).hasSizeGreaterThan(5);
        return commands.stream()
                .map(command -> DynamicTest.dynamicTest(
                        command.toString(),
                        () -> assertThat(Script.fairlead(folder, command.arguments()))
                                .as("%s", command)
                                .matches(ran -> ran.status() == 0)
                                .extracting(Script.Ran::output)
                                .asString()
                                .isNotBlank()));
    }

    private static Stream<Documented> documented() throws IOException {
        List<Path> files = new ArrayList<>(List.of(Script.PROJECT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(Script.PROJECT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
        }
        List<Documented> commands = new ArrayList<>();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                Matcher matcher = COMMAND.matcher(line);
                if (matcher.matches()) {
                    commands.add(new Documented(
                            Script.PROJECT.relativize(file).toString(),
                            List.of(matcher.group(1).strip().split(" +"))));
                }
            }
        }
        return commands.stream();
    }
}
