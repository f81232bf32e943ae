package io.fairlead.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** A JVM that has started something, said where, and was then killed as by the kernel. */
public final class KilledJvm {
    private static final String PLACE = "started in ";

    private KilledJvm() {}

    /** For the {@code main} of the JVM that is to be killed: says where and waits for the end. */
    public static void sayAndWait(Path place) throws InterruptedException {
        System.out.println(PLACE + place);
        Thread.currentThread().join();
    }

    /** Runs that {@code main} in a JVM of its own, kills it as soon as it has said its place, and returns the place. */
    public static Path placeOf(Class<?> main) throws IOException {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = victim.inputReader()) {
            return said.lines()
                    .filter(line -> line.startsWith(PLACE))
                    .map(line -> Path.of(line.substring(PLACE.length())))
                    .findFirst()
                    .orElseThrow();
        } finally {
            victim.destroyForcibly();
        }
    }
}
