package io.fairlead.contract.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The driver in the documentation is the one that {@link DriverRealTest} runs. */
class DraDriverDocTest {
    private static final Path DOC = Path.of("../docs/dra-driver.md");
    private static final Path SOURCE = Path.of("../contract/src/test/java/io/fairlead/contract/driver/NullDriver.java");

    @Test
    void theExampleIsTheOneThatRuns() throws IOException {
        String doc = Files.readString(DOC);
        String source = Files.readString(SOURCE);
        String example =
                doc.substring(doc.indexOf("```java\n") + 8, doc.indexOf("```\n", doc.indexOf("```java\n") + 8));
        assertThat(example).isEqualTo(source.substring(source.indexOf("\n\n") + 2));
        assertThat(example.lines()).hasSizeLessThanOrEqualTo(60);
    }
}
