package io.fairlead.testbed.lab;

import io.fairlead.testbed.Slot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Where a running lab machine has its things on this machine. */
record LabFolder(Path folder) {
    static LabFolder of(Slot slot) {
        return new LabFolder(slot.folder().resolve("lab"));
    }

    /** What both sides read and write, under the same path. */
    Path share() {
        return folder.resolve("share");
    }

    Path programs() {
        return folder.resolve("programs");
    }

    Path console() {
        return folder.resolve("console.log");
    }

    /** The end of what its kernel said, for messages. */
    String lastWords() {
        List<String> lines = words();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    }

    /** Whether its kernel says that the emulated timer has stopped: then it never gets anywhere. */
    boolean hasLostItsTimer() {
        return words().stream().anyMatch(line -> line.contains("timer wakeup didn't happen"));
    }

    private List<String> words() {
        try {
            return Files.readAllLines(console(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of("(nothing: " + e + ")");
        }
    }

    /** Removes the socket and the words of a machine that has ended, which the next one's are to be told from. */
    void forgetMachine() {
        try {
            Files.deleteIfExists(agent());
            Files.deleteIfExists(console());
        } catch (IOException e) {
            throw new UncheckedIOException(folder.toString(), e);
        }
    }

    /** The socket by which commands are given. */
    Path agent() {
        return folder.resolve("agent");
    }

    /** What the machine can read, in the order of its tags. */
    List<Path> shares(LabOptions options) {
        List<Path> all = new ArrayList<>(options.shares());
        all.add(programs());
        return all;
    }

    static String tag(int share) {
        return "share" + share;
    }

    /** Lays out all that the machine looks for when it starts. */
    void write(LabOptions options) {
        try {
            Files.createDirectories(share().resolve("logs"));
            Files.createDirectories(programs());
            List<Path> shares = shares(options);
            Files.write(
                    share().resolve("shares"),
                    IntStream.range(0, shares.size())
                            .mapToObj(i -> tag(i) + " " + shares.get(i))
                            .toList());
            Files.writeString(share().resolve("start.sh"), LabImage.resource("start.sh"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set up the lab machine in " + folder, e);
        }
    }
}
