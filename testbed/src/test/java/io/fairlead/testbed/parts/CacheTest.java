package io.fairlead.testbed.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path base;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void whatIsThereIsNotMadeAgain() throws IOException {
        Cache cache = cache(false);
        Path made = cache.get("part", "making a part", (target, _) -> Files.writeString(target.resolve("file"), "one"));
        assertThat(made.resolve("file")).hasContent("one");

        assertThat(cache.get("part", "making a part", (_, _) -> {
                    throw new AssertionError("it is there");
                }))
                .isEqualTo(made);
        assertThat(said.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("testbed: making a part"),
                        line -> assertThat(line).matches("testbed: making a part: done in \\d+ s"));
    }

    @Test
    void nothingIsLeftOfWhatCouldNotBeMade() {
        assertThatThrownBy(() -> cache(false).get("part", "making a part", (target, _) -> {
                    Files.writeString(target.resolve("half"), "of it");
                    throw new IOException("the disk is full");
                }))
                .hasStackTraceContaining("the disk is full");
        assertThat(cache(false).has("part")).isFalse();
        assertThat(base).isDirectoryNotContaining("glob:**building-*");
    }

    @Test
    void twoAreMadeSideBySideAndALineTellsOfBoth() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Progress progress = progress(true);
        Cache.Build meeting = (_, _) -> {
            both.countDown();
            // Until the line is written anew.
            await().atMost(PATIENCE)
                    .until(() -> said.toString(StandardCharsets.UTF_8)
                            .matches("(?s).*making one: \\d+ s, making two: \\d+ s.*"));
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Path> one = threads.submit(() -> new Cache(base, progress).get("one", "making one", meeting));
            await().atMost(PATIENCE).until(() -> both.getCount() == 1);
            Future<Path> two = threads.submit(() -> new Cache(base, progress).get("two", "making two", meeting));
            assertThat(one.get()).isDirectory();
            assertThat(two.get()).isDirectory();
        }
    }

    private Cache cache(boolean terminal) {
        return new Cache(base, progress(terminal));
    }

    private Progress progress(boolean terminal) {
        return new Progress(new PrintStream(said, true, StandardCharsets.UTF_8), terminal);
    }
}
