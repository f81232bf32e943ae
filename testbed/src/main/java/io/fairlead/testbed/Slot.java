package io.fairlead.testbed;

import static java.util.Objects.requireNonNull;

import io.fairlead.testbed.system.Daemons;
import io.fairlead.testbed.system.ProcessIdentity;
import io.fairlead.testbed.system.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The numbered place of one cluster: its folder, and by its number the names of everything outside the folder (bridge,
 * addresses, control groups). So a slot can be swept by its number alone.
 *
 * <p>Its path is short, because Unix sockets below it may have no more than 107 bytes.
 */
public final class Slot {
    private static final int SLOTS = 100;
    private static final String DETACHED = "detached";

    private final Path folder;

    private Slot(Path folder) {
        this.folder = folder;
    }

    /** Where this user's slots are: the same for every process, because numbers must not be given twice. */
    public static Path ofUser() {
        return Path.of("/tmp", "fairlead-" + System.getProperty("user.name"));
    }

    /** Sweeps what crashed processes have left, then takes the first free slot. */
    public static Slot claim(Path base, boolean detached) {
        return alone(base, () -> {
            all(base).stream().filter(Slot::abandoned).forEach(Slot::sweep);
            return take(base, detached);
        });
    }

    /** Every slot that is taken, of whoever. */
    public static List<Slot> all(Path base) {
        if (!Files.isDirectory(base)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(base)) {
            return folders.filter(folder -> folder.getFileName().toString().matches("\\d+"))
                    .map(Slot::new)
                    .sorted(Comparator.comparingInt(Slot::number))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(base.toString(), e);
        }
    }

    public Path folder() {
        return folder;
    }

    public int number() {
        return Integer.parseInt(folder.getFileName().toString());
    }

    /** Whether it was started to outlive the process that started it. */
    public boolean detached() {
        return owner().equals(DETACHED);
    }

    /** Ends all that runs in it and removes all that it has, whoever it belongs to. Doing it twice is fine. */
    public void release() {
        // Whoever else takes one meanwhile would see a slot without an owner, sweep it too, and be swept by this.
        alone(requireNonNull(folder.getParent()), () -> {
            sweep();
            return this;
        });
    }

    private void sweep() {
        Daemons.killAll(folder);
        Network.remove(number());
        ControlGroups.remove(number());
        try {
            if (Files.exists(folder)) {
                Trees.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clean up " + folder, e);
        }
    }

    private boolean abandoned() {
        return !detached()
                && ProcessIdentity.parse(owner()).filter(ProcessIdentity::alive).isEmpty();
    }

    private String owner() {
        try {
            return Files.readString(folder.resolve("owner")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** No other process and no other thread claims or releases a slot meanwhile. */
    private static synchronized Slot alone(Path base, Supplier<Slot> work) {
        try {
            prepare(base);
            try (FileChannel channel = FileChannel.open(
                            base.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                assert lock.isValid();
                return work.get();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of running clusters, " + base, e);
        }
    }

    private static Slot take(Path base, boolean detached) {
        Path folder = IntStream.range(0, SLOTS)
                .mapToObj(number -> base.resolve(Integer.toString(number)))
                .filter(Files::notExists)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("all " + SLOTS + " places for clusters are taken; see " + base));
        try {
            Files.createDirectory(folder);
            Files.writeString(
                    folder.resolve("owner"),
                    detached ? DETACHED : ProcessIdentity.ofThisJvm().toString());
            return new Slot(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder, e);
        }
    }

    /** Others may write where this folder is, so it must be ours alone. */
    private static void prepare(Path base) throws IOException {
        try {
            Files.createDirectory(
                    base, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            String owner = Files.getOwner(base, LinkOption.NOFOLLOW_LINKS).getName();
            if (!owner.equals(System.getProperty("user.name"))) {
                throw new IOException("it belongs to " + owner, e);
            }
        }
    }
}
