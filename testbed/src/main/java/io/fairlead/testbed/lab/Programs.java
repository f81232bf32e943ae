package io.fairlead.testbed.lab;

import io.fairlead.testbed.system.Patience;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A class path, copied to where the lab machine can read it under the same path.
 *
 * @param jars in their order
 */
record Programs(Path folder, List<Path> jars) {
    /** Folders become jars: the JVM of the lab machine opens one file instead of a thousand. */
    static Programs copy(List<Path> classPath, Path target) {
        List<Path> jars = new ArrayList<>();
        try {
            for (Path entry : classPath) {
                Path jar = target.resolve("%03d-%s".formatted(jars.size(), entry.getFileName())
                        + (Files.isDirectory(entry) ? ".jar" : ""));
                if (Files.isDirectory(entry)) {
                    pack(entry, jar);
                    jars.add(jar);
                } else if (Files.exists(entry)) {
                    Files.copy(entry, jar);
                    jars.add(jar);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy the class path to " + target, e);
        }
        return new Programs(target, jars);
    }

    /** The command of a JVM that is started often and lives shortly, on an emulated processor. */
    List<String> java(String mainClass, List<String> arguments) {
        return java(Files.exists(cache()) ? List.of("-XX:AOTCache=" + cache()) : List.of(), mainClass, arguments);
    }

    /**
     * Runs a program on this machine, which is much faster, and keeps what the JVM learns about its classes for the runs in
     * the lab machine, of this program and of all others.
     *
     * @param learned whether it has shown enough; it is then told to end
     */
    void rehearse(String mainClass, List<String> arguments, Duration limit, BooleanSupplier learned) {
        List<String> command =
                java(List.of("-XX:AOTCacheOutput=" + cache(), "-Xlog:aot=off", "-Xlog:cds=off"), mainClass, arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                Patience.until(limit, () -> learned.getAsBoolean() || !process.isAlive());
                process.destroy();
                process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot rehearse " + mainClass, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while rehearsing " + mainClass, e);
        }
    }

    private List<String> java(List<String> options, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                // The emulator translates anew what the JVM compiles, so only what is called often is worth it.
                "-XX:CompileThresholdScaling=20",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(options);
        command.addAll(List.of(
                "-cp", jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)), mainClass));
        command.addAll(arguments);
        return command;
    }

    private Path cache() {
        return folder.resolve("rehearsed.aot");
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (Stream<Path> files = Files.walk(folder);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.setLevel(0);
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }
}
