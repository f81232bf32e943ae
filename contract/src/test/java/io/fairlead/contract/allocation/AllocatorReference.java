package io.fairlead.contract.allocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.testbed.parts.Cache;
import io.fairlead.testbed.parts.GoBuild;
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
    private static final String NAME = "allocator-reference";
    private static final Path SOURCE = Path.of("src/test/go", NAME);
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
        try {
            return Cache.ofUser()
                    .get(
                            NAME + "-" + fingerprint(),
                            "building the reference allocator from source",
                            (target, _) -> GoBuild.run("the reference allocator", SOURCE, List.of(), ".", target))
                    .resolve(NAME);
        } catch (IOException e) {
            throw new IllegalStateException("cannot build the reference allocator", e);
        }
    }

    private static String fingerprint() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String file : List.of("go.mod", "go.sum", "main.go")) {
                digest.update(Files.readAllBytes(SOURCE.resolve(file)));
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
