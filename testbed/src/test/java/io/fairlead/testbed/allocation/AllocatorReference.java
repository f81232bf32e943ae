package io.fairlead.testbed.allocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.Machine;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The allocator of Kubernetes itself, in a process that answers cases one by one. */
final class AllocatorReference implements AutoCloseable {
    private static final Path SOURCE = Path.of("src/main/go/allocator-reference");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final BufferedWriter cases;
    private final BufferedReader answers;

    AllocatorReference(String... options) {
        List<String> command = new ArrayList<>();
        command.add(binary().toString());
        command.addAll(List.of(options));
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException("cannot start the reference allocator", e);
        }
        cases = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    JsonNode answer(String line) throws IOException {
        cases.write(line);
        cases.newLine();
        cases.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the reference allocator ended at: " + line);
        }
        return JSON.readTree(answer);
    }

    /** Built once for each state of its sources, into the user's cache. */
    private static Path binary() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        try {
            Path source =
                    Files.isDirectory(SOURCE) ? SOURCE : Path.of("testbed").resolve(SOURCE);
            Path binary = base.resolve("fairlead/allocator-reference-" + fingerprint(source) + "/allocator-reference");
            if (!Files.isExecutable(binary)) {
                Path go = Machine.find("go")
                        .orElseThrow(
                                () -> new MissingPrerequisite(
                                        "no Go found to build the reference allocator with; install Go 1.26 from https://go.dev/dl"));
                Path fresh = binary.resolveSibling(
                        "building-" + ProcessHandle.current().pid());
                Command.Result built = Command.run(new ProcessBuilder(
                                go.toString(), "build", "-trimpath", "-buildvcs=false", "-o", fresh.toString(), ".")
                        .directory(source.toFile()));
                if (!built.succeeded()) {
                    throw new IllegalStateException("go cannot build the reference allocator: " + built.output());
                }
                Files.move(fresh, binary);
            }
            return binary;
        } catch (IOException e) {
            throw new IllegalStateException("cannot build the reference allocator", e);
        }
    }

    private static String fingerprint(Path source) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String file : List.of("go.mod", "go.sum", "main.go")) {
                digest.update(Files.readAllBytes(source.resolve(file)));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public void close() {
        try {
            cases.close();
        } catch (IOException e) {
            // The process has gone already, which is what closing is for.
        } finally {
            process.destroy();
        }
    }
}
