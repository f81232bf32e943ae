package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./fairlead} builds itself: here, a project with nothing but an empty module. */
@Tag("long")
class FairleadScriptTest {
    @TempDir
    private Path project;

    @BeforeEach
    void aProject() throws IOException {
        Files.createDirectories(project.resolve("scripts"));
        for (String file : List.of("fairlead", "mvnw", "scripts/jdk.sh")) {
            Files.copy(Script.PROJECT.resolve(file), project.resolve(file));
        }
        Files.createDirectories(project.resolve("cli/src/main"));
        Files.writeString(project.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>some</groupId><artifactId>all</artifactId><version>1</version><packaging>pom</packaging>
                  <modules><module>cli</module></modules>
                </project>
                """);
        Files.writeString(project.resolve("cli/pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <parent><groupId>some</groupId><artifactId>all</artifactId><version>1</version></parent>
                  <artifactId>cli</artifactId><packaging>pom</packaging>
                </project>
                """);
    }

    @Test
    void itIsBuiltFromWhereverItIsCalled() throws Exception {
        Script.run(
                project.resolve("cli"),
                List.of("../fairlead", "--version"),
                Script.environmentWithCache(project.resolve("cache")));

        assertThat(project.resolve("target/build.log")).content().contains("BUILD SUCCESS");
    }
}
