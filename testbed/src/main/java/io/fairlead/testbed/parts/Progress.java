package io.fairlead.testbed.parts;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Tells a waiting person what is going on: one updating line on a terminal, a line at the start and the end elsewhere. */
public final class Progress {
    private final PrintStream out;
    private final boolean terminal;

    Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    static Progress onStandardError() {
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return new Progress(System.err, terminal);
    }

    /** Work that may fail with I/O. */
    interface Step {
        void run() throws IOException;
    }

    void during(String what, Step step) throws IOException {
        Instant start = Instant.now();
        Thread ticker = terminal ? Thread.ofVirtual().start(() -> tick(what, start)) : null;
        if (ticker == null) {
            out.println("testbed: " + what);
        }
        try {
            step.run();
        } finally {
            if (ticker != null) {
                ticker.interrupt();
            }
        }
        out.println((terminal ? "\r" : "") + "testbed: " + what + ": done in " + seconds(start) + " s");
    }

    private void tick(String what, Instant start) {
        try {
            while (true) {
                out.print("\rtestbed: " + what + ": " + seconds(start) + " s ");
                out.flush();
                Thread.sleep(Duration.ofSeconds(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long seconds(Instant start) {
        return Duration.between(start, Instant.now()).toSeconds();
    }
}
