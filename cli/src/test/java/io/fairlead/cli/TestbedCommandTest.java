package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TestbedCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void withoutACommandItSaysWhichThereAre() {
        assertThat(run("testbed")).isEqualTo(2);
        assertThat(err.toString()).contains("say up, down, status or lab");
    }

    @Test
    void threeNodesAreWrongUsage() {
        assertThat(run("testbed", "up", "--nodes", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("0, 1 or 2, not 3");
    }

    @Test
    void anUnknownVersionIsRefusedWithThoseThatThereAre() {
        assertThat(run("testbed", "up", "--kubernetes", "1.12.0")).isEqualTo(1);
        assertThat(err.toString()).contains("1.12.0").contains("1.36.3").contains("1.34.4");
    }

    @TestFactory
    Stream<DynamicTest> everyCommandHasAnExample() {
        return List.of("up", "down", "status").stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    assertThat(run("testbed", name, "--help")).isZero();
                    assertThat(out.toString())
                            .contains("Usage: fairlead testbed " + name)
                            .contains("Example");
                }));
    }

    private int run(String... args) {
        return Fairlead.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
