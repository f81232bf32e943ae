package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of the project on a machine that has what every system has, and no Java. */
class MissingJdkTest {
    private static final List<String> TOOLS = List.of(
            "sh", "dirname", "find", "sed", "mkdir", "rm", "touch", "date", "tee", "grep", "readlink", "flock", "cat");

    @TempDir
    private Path machine;

    @BeforeEach
    void aCloneOnABareMachine() throws IOException {
        Script.copyTools(Files.createDirectory(machine.resolve("bin")), TOOLS);
        Files.createDirectories(machine.resolve("clone/scripts"));
        for (String file : List.of("fairlead", "check", "mvnw", "pom.xml", "scripts/jdk.sh", "scripts/distribution")) {
            Files.copy(Script.PROJECT.resolve(file), machine.resolve("clone").resolve(file));
        }
        // This machine has a JDK where it always is.
        Files.writeString(machine.resolve("clone/scripts/jdk.sh"), "usual_jdks() { :; }\n", StandardOpenOption.APPEND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fairlead --help", "check --fast", "mvnw --version"})
    void withoutAJdkOneLineSaysWhatToInstall(String command) throws Exception {
        assertSaysWhatToInstall(run(command, Map.of()));
    }

    @Test
    void anOldJdkIsNone() throws Exception {
        Path old = jdk("17.0.12");
        assertSaysWhatToInstall(run("fairlead --help", Map.of("JAVA_HOME", old.toString())));
    }

    @Test
    void aJdkOfTheRightAgeIsTaken() throws Exception {
        Path right = jdk("25.0.1");
        String command = ". ./scripts/jdk.sh && find_jdk && echo $JAVA_HOME";
        assertThat(sh(command, Map.of("JAVA_HOME", right.toString()))).isEqualTo(new Script.Ran(0, right + "\n"));
    }

    private static void assertSaysWhatToInstall(Script.Ran ran) {
        assertThat(ran.status()).isOne();
        assertThat(ran.output().lines())
                .singleElement()
                .asString()
                .contains("no JDK 25 found")
                .contains("sdk install java 25-tem");
    }

    private Path jdk(String version) throws IOException {
        Path home = machine.resolve("jdk-" + version);
        Files.createDirectories(home.resolve("bin"));
        Script.copyTools(home.resolve("bin"), List.of("sh"));
        Files.move(home.resolve("bin/sh"), home.resolve("bin/javac"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private Script.Ran run(String command, Map<String, String> more) throws Exception {
        return sh("exec ./" + command, more);
    }

    private Script.Ran sh(String command, Map<String, String> more) throws Exception {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("PATH", machine.resolve("bin").toString());
        environment.put("HOME", machine.toString());
        return Script.run(
                List.of(
                        machine.resolve("bin/sh").toString(),
                        "-c",
                        "cd " + machine.resolve("clone") + " && " + command),
                environment);
    }
}
