package io.fairlead.cli;

import io.fairlead.host.TestingHost;
import io.fairlead.host.tree.Archive;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The manifests under examples, run through the command line as a user would. */
final class Examples {
    private static final Path DIRECTORY = Path.of("../examples");

    /** What a command printed and how it ended. */
    record Outcome(int status, String out, String err) {}

    private Examples() {}

    static Stream<Path> all() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Outcome validate(Path example) {
        return run(List.of("validate", "-f", example.toString()));
    }

    static Outcome pod(Path example) {
        return run(List.of("render", "pod", "-f", example.toString()));
    }

    /** With what lies beside the example, on a host that has the card of {@code whole-card.yaml}. */
    static Outcome domain(Path example, Path scratch) throws IOException {
        TestingHost host = TestingHost.empty();
        host.function("0000:02:00.0").group(1).driver("vfio-pci");
        host.function("0000:02:00.1").group(1).driver("vfio-pci");
        Path capture = scratch.resolve("host.tar.gz");
        Archive.write(host.root(), capture);
        List<String> command =
                new ArrayList<>(List.of("render", "domain", "-f", example.toString(), "--root", capture.toString()));
        for (String option : List.of("env", "network-info")) {
            Path file = Path.of(example.toString().replace(".yaml", "." + option));
            if (Files.exists(file)) {
                command.addAll(List.of("--" + option, file.toString()));
            }
        }
        return run(command);
    }

    static Outcome run(List<String> command) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Fairlead.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(command.toArray(String[]::new));
        return new Outcome(status, out.toString(), err.toString());
    }
}
