package io.fairlead.testbed.system;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A long-running process with a log file. */
public final class Daemon {
    /** How much a program in Go may let its memory grow before it cleans up: four times as much as it would by itself. */
    private static final String GARBAGE_PERCENT = "400";

    private final String name;
    private final Process process;
    private final Path log;

    private Daemon(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Starts it, with memory to spare where that saves processor time; what it says is added to the log. */
    static Daemon start(String name, List<String> command, Path log) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putIfAbsent("GOGC", GARBAGE_PERCENT);
        try {
            return new Daemon(name, builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    public String name() {
        return name;
    }

    public Path log() {
        return log;
    }

    public long pid() {
        return process.pid();
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** The one process that a wrapper such as {@code nsenter} has started, once it has. */
    public Optional<ProcessHandle> child() {
        return process.children().findFirst();
    }

    /** Ends it at once, and returns when it is gone. */
    public void stop() {
        process.destroyForcibly().onExit().join();
    }

    public void awaitEnd() {
        process.onExit().join();
    }

    /** For messages: whether it has ended, how, and the last lines of its log. */
    public String lastWords() {
        String end = process.isAlive() ? "" : "\n(ended with status " + process.exitValue() + ")";
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size())) + end;
        } catch (IOException e) {
            return "(no log: " + e + ")" + end;
        }
    }
}
