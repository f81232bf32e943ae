package io.fairlead.testbed.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Starts long-running processes and records them in a folder, so that whoever comes after a crash can end them.
 *
 * <p>The folder has {@code logs/NAME.log} and {@code processes/NAME} with the process's identity.
 */
public final class Daemons {
    // The kernel sends the parent-death signal when the *thread* that forked ends, so this one must never end.
    private static final ExecutorService FORKING = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("testbed-fork").factory());

    private static final Duration BURIAL = Duration.ofSeconds(30);

    private final Path folder;
    private final boolean detached;

    /** @param detached whether what is started outlives this JVM */
    public Daemons(Path folder, boolean detached) {
        this.folder = folder;
        this.detached = detached;
    }

    public Daemon start(String name, List<String> command) {
        List<String> wrapped =
                new ArrayList<>(detached ? List.of("setsid") : List.of("setpriv", "--pdeathsig", "KILL", "--"));
        wrapped.addAll(command);
        try {
            Path log = Files.createDirectories(folder.resolve("logs")).resolve(name + ".log");
            Daemon daemon =
                    FORKING.submit(() -> Daemon.start(name, wrapped, log)).get();
            record(name, daemon.pid());
            return daemon;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        } catch (Exception e) {
            throw new IllegalStateException("cannot start " + name, e);
        }
    }

    private void record(String name, long pid) throws IOException {
        Path records = Files.createDirectories(folder.resolve("processes"));
        Files.writeString(
                records.resolve(name),
                ProcessIdentity.of(pid).map(ProcessIdentity::toString).orElse(""));
    }

    /** What was started in this folder, by this JVM or another, and still runs. */
    public static List<String> running(Path folder) {
        return records(folder)
                .filter(record -> record.process().alive())
                .map(Started::name)
                .toList();
    }

    /** Ends everything that was started in this folder, by this JVM or another, and waits until it is gone. */
    public static void killAll(Path folder) {
        List<ProcessIdentity> processes = records(folder).map(Started::process).toList();
        processes.forEach(ProcessIdentity::kill);
        Patience.until(BURIAL, () -> processes.stream().noneMatch(ProcessIdentity::alive));
    }

    private record Started(String name, ProcessIdentity process) {}

    private static Stream<Started> records(Path folder) {
        Path records = folder.resolve("processes");
        if (!Files.isDirectory(records)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(records)) {
            return files.sorted().toList().stream()
                    .flatMap(file -> read(file).stream()
                            .map(process -> new Started(file.getFileName().toString(), process)));
        } catch (IOException e) {
            throw new UncheckedIOException(records.toString(), e);
        }
    }

    private static Optional<ProcessIdentity> read(Path file) {
        try {
            return ProcessIdentity.parse(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
