package io.fairlead.testbed.parts;

import io.fairlead.testbed.system.Command;
import io.fairlead.testbed.system.DebianPackage;
import io.fairlead.testbed.system.Machine;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Builds with the Go toolchain of this machine. */
public final class GoBuild {
    private static final Pattern VERSION = Pattern.compile("go ?(\\d+)\\.(\\d+)(?:\\.(\\d+))?");

    private GoBuild() {}

    static void require() {
        if (Machine.find("go").isEmpty()) {
            throw new MissingPrerequisite(
                    "no Go found to build Kubernetes with; install Go 1.26 from https://go.dev/dl");
        }
    }

    /** Leaves the part's binaries, under the names that we want, in {@code target}. */
    static void run(Part part, Path work, Path target) throws IOException {
        DebianPackage.require(part.packages());
        Files.write(work.resolve("go.mod"), part.resource("go.mod"));
        Files.write(work.resolve("go.sum"), part.resource("go.sum"));
        // By its name for all tools of the go.mod: a list of them would have words about downloads in between.
        run(part.title(), work, part.flags(), "tool", target);
        for (Map.Entry<String, String> binary : part.binaries().entrySet()) {
            Files.move(target.resolve(binary.getKey()), target.resolve(binary.getValue()));
        }
    }

    /**
     * Leaves binaries in {@code target}. All are built alike, so that what they share is compiled once.
     *
     * @param title what it is, for messages
     * @param module folder of a go.mod
     * @param packages which of its programs
     */
    public static void run(String title, Path module, List<String> flags, String packages, Path target)
            throws IOException {
        require();
        requireVersion(module);
        // What debuggers want need not be made: it would not be linked.
        List<String> build = new ArrayList<>(
                List.of("build", "-trimpath", "-buildvcs=false", "-gcflags=all=-dwarf=false", "-o", target + "/"));
        build.addAll(flags);
        build.add(packages);
        Command.Result result = go(module, build.toArray(String[]::new));
        if (!result.succeeded()) {
            throw new IllegalStateException(
                    "go cannot build " + title + ": " + result.output().strip());
        }
    }

    /** Asked in the folder of the go.mod, because Go may switch to the toolchain that this file wants. */
    private static void requireVersion(Path work) throws IOException {
        Command.Result found = go(work, "env", "GOVERSION");
        String wanted = Files.readString(work.resolve("go.mod"));
        if (!found.succeeded() || number(found.output()) < number(wanted)) {
            throw new MissingPrerequisite("the installed Go is too old (" + found.lastLine()
                    + "); install Go 1.26 or newer from https://go.dev/dl and put it first in PATH");
        }
    }

    private static long number(String text) {
        Matcher matcher = VERSION.matcher(text);
        if (!matcher.find()) {
            return 0;
        }
        String patch = matcher.group(3) == null ? "0" : matcher.group(3);
        return Long.parseLong(matcher.group(1)) * 1_000_000
                + Long.parseLong(matcher.group(2)) * 1_000
                + Long.parseLong(patch);
    }

    private static Command.Result go(Path work, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Machine.find("go").orElseThrow().toString());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(work.toFile());
        // The compiler makes much garbage and ends soon.
        builder.environment().putIfAbsent("GOGC", "400");
        return Command.run(builder);
    }
}
