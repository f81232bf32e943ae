package io.fairlead.testbed.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process that cannot be mistaken for a later one with the same number.
 *
 * @param started clock ticks since boot, as the kernel counts them
 */
public record ProcessIdentity(long pid, long started) {
    /** The process that has this number now. */
    public static Optional<ProcessIdentity> of(long pid) {
        return stat(pid).map(stat -> new ProcessIdentity(pid, stat.started()));
    }

    public static ProcessIdentity ofThisJvm() {
        return of(ProcessHandle.current().pid()).orElseThrow();
    }

    /** Reads what {@link #toString()} wrote. */
    public static Optional<ProcessIdentity> parse(String text) {
        String[] words = text.strip().split(" ");
        try {
            return words.length == 2
                    ? Optional.of(new ProcessIdentity(Long.parseLong(words[0]), Long.parseLong(words[1])))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A zombie counts as gone. */
    public boolean alive() {
        return stat(pid)
                .filter(stat -> stat.started() == started && stat.state() != 'Z')
                .isPresent();
    }

    public void kill() {
        if (alive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public String toString() {
        return pid + " " + started;
    }

    private record Stat(char state, long started) {}

    private static Optional<Stat> stat(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The command, in parentheses, may hold anything; the state is the first word after it, the start the 20th.
            String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return Optional.of(new Stat(words[0].charAt(0), Long.parseLong(words[19])));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
