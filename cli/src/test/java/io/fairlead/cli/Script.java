package io.fairlead.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of this project run as a user runs them: in a process of their own, with just the environment they are given. */
final class Script {
    static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    /** How it ended and what it printed, words and data alike. */
    record Ran(int status, String output) {}

    private Script() {}

    /** Runs the command line in a folder. */
    static Ran fairlead(Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java());
        command.addAll(arguments);
        return run(folder, command, System.getenv());
    }

    /** The beginning of a command that runs Fairlead with the classes of this JVM. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Fairlead.class.getName());
    }

    /** Makes a folder that as PATH has these programs of the system and no others. */
    static void copyTools(Path folder, List<String> names) throws IOException {
        for (String name : names) {
            Path tool = Stream.of("/usr/bin", "/bin")
                    .map(home -> Path.of(home, name))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchFileException(name));
            Files.copy(tool, folder.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    /** The environment of this JVM with another cache: what is kept for a project of a test nobody else needs. */
    static Map<String, String> environmentWithCache(Path cache) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("XDG_CACHE_HOME", cache.toString());
        return environment;
    }

    static Ran run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        return run(PROJECT, command, environment);
    }

    static Ran run(Path folder, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("fairlead-script", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(15, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end in 15 minutes: " + Files.readString(output));
            }
            return new Ran(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }
}
