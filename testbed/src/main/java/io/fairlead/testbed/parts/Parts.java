package io.fairlead.testbed.parts;

import io.fairlead.testbed.system.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The user's cache of built parts. */
public final class Parts {
    private final Path cache;
    private final Progress progress;

    public Parts(Path cache, Progress progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /** The cache in its usual place, with progress on standard error. */
    public static Parts ofUser() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path base = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return new Parts(base.resolve("fairlead"), Progress.onStandardError());
    }

    /** Whether all of them are there already, so that nothing is needed to build them. */
    public boolean has(List<Part> parts) {
        return parts.stream().allMatch(part -> Files.isDirectory(folder(part)));
    }

    /** The folder with the part's binaries; builds them when this is the first use of that version. */
    public synchronized Path binaries(Part part) {
        Path folder = folder(part);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        try {
            Files.createDirectories(cache);
            try (FileChannel channel = FileChannel.open(
                            cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                // Another process may have built it while we waited for the lock.
                if (lock.isValid() && !Files.isDirectory(folder)) {
                    build(part, folder);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the cache of built parts, " + cache, e);
        }
        return folder;
    }

    private void build(Part part, Path folder) throws IOException {
        Path work = Files.createTempDirectory(cache, "building-");
        try {
            Path target = Files.createDirectory(work.resolve("bin"));
            progress.during("building " + part.title() + " from source", () -> GoBuild.run(part, work, target));
            Files.move(target, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Trees.delete(work);
        }
    }

    /** Where the part is, or will be. The key holds everything that decides what comes out of the build. */
    Path folder(Part part) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(part.resource("go.mod"));
            digest.update(String.join(" ", part.flags()).getBytes(StandardCharsets.UTF_8));
            String key = HexFormat.of().formatHex(digest.digest(), 0, 6);
            return cache.resolve(part.title().replace(' ', '-') + "-" + key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
