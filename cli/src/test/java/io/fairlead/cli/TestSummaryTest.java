package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table that ends {@code ./check}, and what it counts as failed. */
class TestSummaryTest {
    @TempDir
    private static Path classes;

    @TempDir
    private Path project;

    /** Once, where {@code ./check} lets Java compile it at every call. */
    @BeforeAll
    static void compile() {
        Path scripts = Script.PROJECT.resolve("scripts");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                classes.toString(),
                                "-sourcepath",
                                scripts.toString(),
                                scripts.resolve("TestSummary.java").toString()))
                .isZero();
    }

    @Test
    void tiersThatAllRanAreGreenEvenWithoutSkips() throws Exception {
        for (String tier : List.of("unit", "sandbox", "real", "lab")) {
            report(tier, 2, 0, 0);
        }
        Script.Ran ran = summary("--no-skips");
        assertThat(ran.status()).isZero();
        assertThat(ran.output()).contains("8 passed, 0 failed, 0 skipped");
    }

    @Test
    void theTiersOfOneReportAreToldApart() throws Exception {
        Path folder = Files.createDirectories(project.resolve("target/tests/some"));
        Files.writeString(folder.resolve("TEST-some.xml"), """
                <testsuite>
                <testcase classname="some.GoodTest" time="1"/>
                <testcase classname="some.GoodSandboxTest" time="2"/>
                <testcase classname="some.BetterSandboxTest" time="1,003"/>
                </testsuite>
                """);
        assertThat(summary().output())
                .containsPattern("unit +1 +0 +0 +1.0")
                .containsPattern("sandbox +2 +0 +0 +1005.0");
    }

    @Test
    void aFailedTestFails() throws Exception {
        report("unit", 2, 1, 0);
        assertThat(summary().status()).isOne();
    }

    @Test
    void aSkippedTestFailsOnlyWhereSkipsAreForbidden() throws Exception {
        for (String tier : List.of("unit", "sandbox", "real", "lab")) {
            report(tier, 2, 0, 1);
        }
        assertThat(summary().status()).isZero();
        Script.Ran strict = summary("--no-skips");
        assertThat(strict.status()).isOne();
        assertThat(strict.output()).contains("1 skipped: no Go").contains("a skipped test counts as a failure here");
    }

    @Test
    void aTierThatRanNothingFailsOnlyWhereSkipsAreForbidden() throws Exception {
        report("unit", 2, 0, 0);
        report("sandbox", 2, 0, 0);
        report("real", 2, 0, 0);
        Script.Ran lenient = summary();
        assertThat(lenient.status()).isZero();
        assertThat(lenient.output()).contains("no test ran");
        Script.Ran strict = summary("--no-skips");
        assertThat(strict.status()).isOne();
        assertThat(strict.output()).contains("a tier without a test that ran counts as a failure here: lab");
    }

    @Test
    void aTierThatTheCallerLeftOutIsNotMissed() throws Exception {
        report("unit", 2, 0, 0);
        report("sandbox", 2, 0, 0);
        assertThat(summary("--no-skips", "--left-out", "real=--fast", "--left-out", "lab=--fast")
                        .status())
                .isZero();
    }

    @Test
    void noTestAtAllFails() throws Exception {
        assertThat(summary().status()).isOne();
    }

    private void report(String tier, int tests, int failed, int skipped) throws IOException {
        String className = "some.Good" + (tier.equals("unit") ? "" : tier) + "Test";
        String test = "<testcase classname=\"" + className + "\" time=\"1.5\">%s</testcase>";
        Path folder = Files.createDirectories(project.resolve("target/tests").resolve(tier));
        Files.writeString(
                folder.resolve("TEST-some.xml"),
                "<testsuite>"
                        + test.formatted("").repeat(tests - failed - skipped)
                        + test.formatted("<failure/>").repeat(failed)
                        + test.formatted("<skipped>no Go</skipped>").repeat(skipped)
                        + "</testsuite>");
    }

    private Script.Ran summary(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                classes.toString(),
                "TestSummary",
                project.toString()));
        command.addAll(List.of(options));
        return Script.run(command, Map.of());
    }
}
