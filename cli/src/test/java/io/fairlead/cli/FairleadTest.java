package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

class FairleadTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void noCommandIsWrongUsageAndShowsTheCommands() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("a command is needed").contains("completion");
    }

    @Test
    void anUnknownCommandIsWrongUsage() {
        assertThat(run("sink")).isEqualTo(2);
        assertThat(err.toString()).contains("sink");
    }

    @Test
    void theVersionComesFromTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("fairlead \\d+\\.\\d+\\.\\d+\\S*\\s+");
    }

    @Test
    void completionIsAScriptThatKnowsTheCommands() {
        assertThat(run("completion")).isZero();
        assertThat(out.toString()).contains("#!/usr/bin/env bash").contains("completion");
    }

    @TestFactory
    Stream<DynamicTest> everyCommandHasHelp() {
        return Fairlead.commandLine().getSubcommands().keySet().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    assertThat(run(name, "--help")).isZero();
                    assertThat(out.toString())
                            .contains("Usage: fairlead " + name)
                            .containsIgnoringCase("example");
                }));
    }

    @TestFactory
    Stream<DynamicTest> noExampleIsBrokenIntoTwoLines() {
        return withSubcommands(Fairlead.commandLine())
                .map(command -> DynamicTest.dynamicTest(
                        command.getCommandSpec().qualifiedName(),
                        () -> assertThat(command.getUsageMessage().lines())
                                .containsAll(List.of(
                                        command.getCommandSpec().usageMessage().footer()))));
    }

    private static Stream<CommandLine> withSubcommands(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(FairleadTest::withSubcommands));
    }

    private int run(String... args) {
        CommandLine line = Fairlead.commandLine();
        return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }
}
