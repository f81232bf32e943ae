package io.fairlead.testbed;

import io.fairlead.testbed.system.Daemons;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A JVM that has started something, said where, and was then killed as by the kernel.
 *
 * @param owner what the place said of its owner: the next JVM that starts something sweeps the place and may take it
 */
public record KilledJvm(Path place, String owner) {
    private static final String PLACE = "started in ";

    /** For the {@code main} of the JVM that is to be killed: says where and waits for the end. */
    public static void sayAndWait(Path place) throws InterruptedException {
        System.out.println(PLACE + place);
        Thread.currentThread().join();
    }

    /** Runs that {@code main} in a JVM of its own, and kills it when it has said its place and {@code look} has seen it. */
    public static KilledJvm of(Class<?> main, Consumer<Path> look) throws IOException {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = victim.inputReader()) {
            Path place = said.lines()
                    .filter(line -> line.startsWith(PLACE))
                    .map(line -> Path.of(line.substring(PLACE.length())))
                    .findFirst()
                    .orElseThrow();
            look.accept(place);
            return new KilledJvm(place, Files.readString(place.resolve("owner")));
        } finally {
            victim.destroyForcibly();
        }
    }

    /** Whether nothing that it started runs any more. */
    public boolean leftNothingRunning() {
        return isSwept() || Daemons.running(place).isEmpty();
    }

    /** Whether its files are gone; others of a later owner may be there. */
    public boolean isSwept() {
        try {
            return !Files.readString(place.resolve("owner")).equals(owner);
        } catch (IOException _) {
            return true;
        }
    }
}
