package io.fairlead.testbed.lab;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A class path, copied to where the lab machine can read it.
 *
 * @param jars in their order
 */
record Programs(List<Path> jars) {
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
        return new Programs(jars);
    }

    /** The command of a JVM that is started often and lives shortly, on an emulated processor. */
    List<String> java(String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                mainClass));
        command.addAll(arguments);
        return command;
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
