package io.fairlead.testbed.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A short command that is run to its end. */
public final class Command {
    private Command() {}

    /** How it ended, and everything that it wrote. */
    public record Result(int status, String output) {
        public boolean succeeded() {
            return status == 0;
        }

        /** What programs that fail usually end with: the reason. */
        public String lastLine() {
            List<String> lines = output.strip().lines().toList();
            return lines.isEmpty() ? "exit status " + status : lines.getLast();
        }
    }

    public static Result run(List<String> command) {
        return run(new ProcessBuilder(command));
    }

    public static Result run(String... command) {
        return run(List.of(command));
    }

    /** Runs it with its standard error merged into its output and no input. */
    public static Result run(ProcessBuilder builder) {
        builder.environment().putAll(Map.of("LC_ALL", "C", "DEBIAN_FRONTEND", "noninteractive"));
        try {
            Process process = builder.redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(String.join(" ", builder.command()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    "interrupted while running " + builder.command().getFirst(), e);
        }
    }

    /** Runs it and returns its output; a failure names the command and what it said. */
    public static String require(List<String> command) {
        Result result = run(command);
        if (!result.succeeded()) {
            throw new IllegalStateException(String.join(" ", command) + ": " + result.lastLine());
        }
        return result.output();
    }

    public static String require(String... command) {
        return require(List.of(command));
    }
}
