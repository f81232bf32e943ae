package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code ./check} runs the tests of all modules. */
@Tag("long")
class TestsScriptTest {
    @TempDir
    private static Path script;

    @TempDir
    private Path project;

    @BeforeAll
    static void theScriptIsCompiledOnce() {
        compile(
                script,
                Stream.of("Tests", "Inputs", "Tier")
                        .map(name -> Script.PROJECT.resolve("scripts/" + name + ".java"))
                        .toList());
    }

    @BeforeEach
    void aProject() throws IOException {
        Files.createDirectories(project.resolve("target"));
        Files.createDirectories(project.resolve("scripts"));
        Files.copy(Script.PROJECT.resolve("scripts/test-jvm"), project.resolve("scripts/test-jvm"));
    }

    @Test
    void everyTierThatIsAskedForIsRunAndReported() throws Exception {
        test("some.GoodTest", "if (Integer.getInteger(\"soak\") != 7) throw new IllegalStateException();");
        test("some.BadSandboxTest", "throw new IllegalStateException(\"not asked for\");");
        test("some.GoodRealTest", "");
        test("some.OlderGoodRealTest", "");

        Script.Ran ran = run("-Dsoak=7", "unit", "real");

        assertThat(ran.status()).as(ran.output()).isZero();
        assertThat(report("unit-sandbox")).contains("tests=\"1\"", "some.GoodTest");
        assertThat(report("real-module")).contains("tests=\"1\"", "some.GoodRealTest");
        assertThat(report("real-older")).contains("tests=\"1\"", "some.OlderGoodRealTest");
        assertThat(project.resolve("cache/fairlead/test.times"))
                .as("what the next run takes for the longest")
                .content()
                .contains("unit-sandbox=", "real-module=", "real-older=");
    }

    @Test
    void modulesShareAJvmAndAFastRunLeavesOutThoseThatHavePassedUntilTheyChange() throws Exception {
        test("some.GoodTest", "");
        test("other", "other.GoodSandboxTest", "");
        assertThat(run("--fast", "unit", "sandbox"))
                .matches(ran -> ran.status() == 0 && !ran.output().contains("unchanged"));
        assertThat(report("unit-sandbox")).contains("tests=\"2\"", "some.GoodTest", "other.GoodSandboxTest");

        assertThat(run("--fast", "unit", "sandbox").output())
                .containsPattern("module +unchanged since it passed")
                .containsPattern("other +unchanged since it passed");

        Files.writeString(project.resolve("module/document.md"), "which a test may read");
        assertThat(run("--fast", "unit", "sandbox").output())
                .doesNotContainPattern("module +unchanged")
                .containsPattern("other +unchanged since it passed");
        assertThat(report("unit-sandbox")).contains("tests=\"1\"", "some.GoodTest");
    }

    @Test
    void whatHasFailedSinceItPassedIsRunAgain() throws Exception {
        test("some.WaveringTest", "if (Boolean.getBoolean(\"wavers\")) throw new IllegalStateException();");
        assertThat(run("unit").status()).isZero();
        assertThat(run("-Dwavers=true", "unit").status()).isOne();
        assertThat(run("--fast", "unit").output()).doesNotContain("unchanged");
    }

    @Test
    void whatChangesWhileTestsRunIsRunAgain() throws Exception {
        test("some.SlowTest", """
                try {
                    java.nio.file.Files.writeString(java.nio.file.Path.of("document.md"), "somebody's");
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                """);
        assertThat(run("unit").status()).isZero();
        assertThat(run("--fast", "unit").output()).doesNotContain("unchanged");
    }

    @Test
    void aFailureIsToldAndTheOthersRunAllTheSame() throws Exception {
        test("some.BadTest", "throw new IllegalStateException(\"the card is on fire\");");
        test("some.GoodSandboxTest", "");

        Script.Ran ran = run("unit", "sandbox");

        assertThat(ran.status()).isOne();
        assertThat(ran.output()).contains("FAILED").contains("the card is on fire");
        assertThat(report("unit-sandbox")).contains("some.GoodSandboxTest");
    }

    @Test
    void classesRunAtATime() throws Exception {
        test("some.HereTest", meets("here", "there"));
        test("some.ThereTest", meets("there", "here"));

        for (Script.Ran ran : List.of(run("--fast", "unit"), run("unit"))) {
            assertThat(ran.status()).as(ran.output()).isZero();
        }
    }

    @Test
    void aTestThatHangsIsStoppedAndItsThreadsAreInTheLog() throws Exception {
        test("some.HangingTest", "while (true) java.util.concurrent.locks.LockSupport.park();");

        Script.Ran ran = run(List.of("-Dlongest=PT30S"), "unit");

        assertThat(ran.status()).isOne();
        assertThat(ran.output()).contains("FAILED").contains("was stopped after PT30S");
        assertThat(project.resolve("target/tests/unit-sandbox/log")).content().contains("Full thread dump");
    }

    @Test
    void aFastRunLeavesOutLongTests() throws Exception {
        test("some.LongTest", """
                }
                @org.junit.jupiter.api.Tag("long")
                @org.junit.jupiter.api.Test
                void lasts() {
                    throw new IllegalStateException();
                """);
        assertThat(run("--fast", "unit").status()).isZero();
        assertThat(run("unit").status()).isOne();
    }

    private String report(String jvm) throws IOException {
        return Files.readString(project.resolve("target/tests", jvm, "TEST-junit-jupiter.xml"));
    }

    /** A body that ends once the other's has begun. */
    private static String meets(String me, String other) {
        return """
                System.setProperty("%s", "waits");
                long end = System.nanoTime() + java.time.Duration.ofMinutes(1).toNanos();
                while (System.getProperty("%s") == null) {
                    if (System.nanoTime() > end) throw new IllegalStateException("nobody came");
                    Thread.onSpinWait();
                }
                """.formatted(me, other);
    }

    private void test(String name, String body) throws IOException {
        test("module", name, body);
    }

    private void test(String module, String name, String body) throws IOException {
        Path target = Files.createDirectories(project.resolve(module, "target"));
        Files.writeString(target.resolve("test.classpath"), System.getProperty("java.class.path"));
        int dot = name.lastIndexOf('.');
        Path source = project.resolve(name.substring(dot + 1) + ".java");
        Files.writeString(source, """
                package %s;
                class %s {
                    @org.junit.jupiter.api.Test
                    void runs() {
                        %s
                    }
                }
                """.formatted(name.substring(0, dot), name.substring(dot + 1), body));
        compile(target.resolve("test-classes"), List.of(source));
    }

    private static void compile(Path classes, List<Path> sources) {
        List<String> options =
                new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), "-d", classes.toString()));
        sources.forEach(source -> options.add(source.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)))
                .isZero();
    }

    private Script.Ran run(String... options) throws Exception {
        return run(List.of(), options);
    }

    private Script.Ran run(List<String> ofTheScript, String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(ofTheScript);
        command.addAll(List.of("-cp", script.toString(), "Tests"));
        command.add(project.toString());
        command.addAll(List.of(options));
        return Script.run(
                command, Map.of("XDG_CACHE_HOME", project.resolve("cache").toString()));
    }
}
