package io.fairlead.host.kernel;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child process that does what may never come back. A task that waits in the kernel cannot be killed, not even with its
 * whole process; a child can be left behind, and this process can still end.
 */
final class Command {
    private final Process process;

    private Command(Process process) {
        this.process = process;
    }

    static Command start(String input, List<String> arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(arguments);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException alreadyEnded) {
            // It could not open its output, and its exit status says so.
        }
        return new Command(process);
    }

    /** Whether it has ended by then. What it prints must fit into a pipe. */
    boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    boolean succeeded() {
        return process.exitValue() == 0;
    }

    String output() throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    String errors() throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Ends it as soon as the kernel lets go of it. */
    void abandon() {
        process.destroyForcibly();
    }
}
