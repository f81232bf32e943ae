package io.fairlead.testbed.parts;

import io.fairlead.testbed.system.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Folders that are expensive to make and are kept for the user: each is whole or not there. */
public final class Cache {
    private final Path base;
    private final Progress progress;

    public Cache(Path base, Progress progress) {
        this.base = base;
        this.progress = progress;
    }

    /** The cache in its usual place, with progress on standard error. */
    public static Cache ofUser() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path caches = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return new Cache(caches.resolve("fairlead"), Progress.onStandardError());
    }

    /** How a folder is filled. */
    public interface Build {
        /**
         * @param target the empty folder to fill
         * @param work a folder for what is not to be kept
         */
        void run(Path target, Path work) throws IOException;
    }

    public boolean has(String name) {
        return Files.isDirectory(folder(name));
    }

    /** Where that folder is, or will be. */
    public Path folder(String name) {
        return base.resolve(name);
    }

    /** That folder; who asks first makes it, and others who want it, also in other processes, wait meanwhile. */
    public synchronized Path get(String name, String what, Build build) {
        Path folder = folder(name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        try {
            Files.createDirectories(base);
            try (FileChannel channel = FileChannel.open(
                            base.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock(place(name), 1, false)) {
                // Another process may have made it while we waited for the lock.
                if (lock.isValid() && !Files.isDirectory(folder)) {
                    make(folder, what, build);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the cache of built parts, " + base, e);
        }
        return folder;
    }

    /** Every folder has a place of its own in the file of locks. */
    private static long place(String name) {
        return Integer.toUnsignedLong(name.hashCode());
    }

    private void make(Path folder, String what, Build build) throws IOException {
        Path work = Files.createTempDirectory(base, "building-");
        try {
            Path target = Files.createDirectory(work.resolve("result"));
            progress.during(what, () -> build.run(target, work));
            Files.move(target, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Trees.delete(work);
        }
    }
}
