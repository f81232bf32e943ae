package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./check --fast} analyses: here, of a project of two modules, the upper of which uses the lower. */
@Tag("long")
class FastCheckTest {
    private static final String SOUND = "return Lower.NAME.length();";
    private static final String UNSOUND = "Lower.NAME.length();\n        return 1;";
    private static final String COMPLAINT = "[ReturnValueIgnored]";

    @TempDir
    private Path project;

    @BeforeEach
    void aProject() throws IOException {
        for (String folder : List.of("scripts", ".mvn")) {
            try (Stream<Path> files = Files.list(Script.PROJECT.resolve(folder))) {
                Files.createDirectories(project.resolve(folder));
                for (Path file : files.toList()) {
                    Files.copy(file, project.resolve(folder).resolve(file.getFileName()));
                }
            }
        }
        for (String file : List.of("check", "mvnw")) {
            Files.copy(Script.PROJECT.resolve(file), project.resolve(file));
        }
        String parent = Files.readString(Script.PROJECT.resolve("pom.xml"));
        Files.writeString(
                project.resolve("pom.xml"),
                parent.replaceFirst(
                        "(?s)<modules>.*</modules>",
                        "<modules><module>lower</module><module>upper</module></modules>"));
        module("lower", "");
        module(
                "upper",
                "<dependency><groupId>io.fairlead</groupId><artifactId>lower</artifactId><version>0.1.0</version></dependency>");
    }

    @Test
    void theAnalysersSeeWhatHasChangedAndNotAgainWhatOnlyUsesIt() throws Exception {
        lower("a");
        upper(UNSOUND);
        assertThat(fastCheck()).contains(COMPLAINT).doesNotContain("built in");

        upper(SOUND);
        assertThat(fastCheck()).doesNotContain(COMPLAINT).contains("built in");

        // As if it had been there when they looked.
        Files.setLastModifiedTime(upper(UNSOUND), FileTime.from(Instant.EPOCH));
        lower("b");
        assertThat(fastCheck()).doesNotContain(COMPLAINT).contains("built in");

        upper(UNSOUND);
        assertThat(fastCheck()).contains(COMPLAINT).doesNotContain("built in");
    }

    private void module(String name, String dependency) throws IOException {
        Files.writeString(
                Files.createDirectories(project.resolve(name)).resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <parent><groupId>io.fairlead</groupId><artifactId>fairlead</artifactId><version>0.1.0</version></parent>
                  <artifactId>%s</artifactId>
                  <dependencies>%s</dependencies>
                </project>
                """.formatted(name, dependency));
    }

    private void lower(String name) throws IOException {
        var _ = source("lower", "Lower", "public static final String NAME = \"%s\";".formatted(name));
    }

    private Path upper(String statement) throws IOException {
        return source("upper", "Upper", """
                int use() {
                        %s
                    }""".formatted(statement.replace("Lower", "lower.Lower")));
    }

    private Path source(String module, String type, String member) throws IOException {
        Path folder = Files.createDirectories(project.resolve(module, "src/main/java", module));
        return Files.writeString(folder.resolve(type + ".java"), """
                package %s;

                public final class %s {
                    %s
                }
                """.formatted(module, type, member));
    }

    private String fastCheck() throws Exception {
        return Script.run(project, List.of("./check", "--fast"), Script.environmentWithCache(project.resolve("cache")))
                .output();
    }
}
