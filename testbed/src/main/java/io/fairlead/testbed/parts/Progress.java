package io.fairlead.testbed.parts;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tells a waiting person what is going on: one updating line on a terminal for all that does, a line at the start and the end
 * elsewhere.
 */
public final class Progress {
    private static final Progress STANDARD_ERROR = new Progress(
            System.err,
            Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent());

    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;
    private final Map<String, Instant> running = new LinkedHashMap<>(); // guarded by this object's monitor

    Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    static Progress onStandardError() {
        return STANDARD_ERROR;
    }

    /** Work that may fail with I/O. */
    interface Step {
        void run() throws IOException;
    }

    void during(String what, Step step) throws IOException {
        Instant start = Instant.now();
        begin(what, start);
        try {
            step.run();
        } finally {
            end(what);
        }
        out.println("testbed: " + what + ": done in " + seconds(start) + " s");
    }

    private synchronized void begin(String what, Instant start) {
        running.put(what, start);
        if (!terminal) {
            out.println("testbed: " + what);
        } else if (running.size() == 1) {
            Thread.ofVirtual().start(this::tick);
        }
    }

    private synchronized void end(String what) {
        running.remove(what);
        out.print(terminal ? CLEAR_LINE : "");
    }

    private void tick() {
        try {
            while (show()) {
                Thread.sleep(Duration.ofSeconds(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean show() {
        if (running.isEmpty()) {
            return false;
        }
        out.print(running.entrySet().stream()
                .map(work -> work.getKey() + ": " + seconds(work.getValue()) + " s")
                .collect(Collectors.joining(", ", CLEAR_LINE + "testbed: ", "")));
        out.flush();
        return true;
    }

    private static long seconds(Instant start) {
        return Duration.between(start, Instant.now()).toSeconds();
    }
}
