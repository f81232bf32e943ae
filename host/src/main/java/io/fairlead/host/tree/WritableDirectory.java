package io.fairlead.host.tree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A host in a directory. Files and links are made aside and moved into place, so that nobody reads half of one. */
final class WritableDirectory implements WritableTree {
    /** The node that swallows everything, which stands for every device here. */
    private static final List<String> NULL_DEVICE = List.of("c", "1", "3");

    private static final long MKNOD_SECONDS = 10;

    private final Path root;
    private final HostRoot reader;
    private final AtomicLong made = new AtomicLong();

    WritableDirectory(Path root) {
        this.root = root;
        this.reader = new DirectoryTree(root);
        directory("");
    }

    @Override
    public Optional<List<String>> list(String directory) throws IOException {
        return reader.list(directory);
    }

    @Override
    public Optional<byte[]> read(String file, int limit) throws IOException {
        return reader.read(file, limit);
    }

    @Override
    public Optional<String> link(String path) throws IOException {
        return reader.link(path);
    }

    @Override
    public WritableTree directory(String path) {
        return change(path, () -> Files.createDirectories(root.resolve(path)));
    }

    @Override
    public WritableTree file(String path, byte[] content) {
        return change(path, () -> moveInto(path, Files.write(aside(), content)));
    }

    @Override
    public WritableTree file(String path, String line) {
        return file(path, (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public WritableTree link(String path, String target) {
        return change(path, () -> moveInto(path, Files.createSymbolicLink(aside(), Path.of(target))));
    }

    @Override
    public WritableTree node(String path) {
        return change(path, () -> {
            Path aside = aside();
            if (!makeNode(aside)) {
                Files.createFile(aside);
            }
            moveInto(path, aside);
        });
    }

    @Override
    public WritableTree remove(String path) {
        return change(path, () -> {
            Path start = root.resolve(path);
            if (!Files.exists(start, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            Files.walkFileTree(start, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                        throws IOException {
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        });
    }

    /** Only root may; others get a plain file, which can be opened as well. */
    private static boolean makeNode(Path path) throws IOException {
        ProcessBuilder command = new ProcessBuilder("mknod", "-m", "666", path.toString());
        command.command().addAll(NULL_DEVICE);
        Process process = command.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(MKNOD_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            return false;
        }
    }

    private Path aside() {
        return root.resolve(".aside-" + made.incrementAndGet());
    }

    private void moveInto(String path, Path aside) throws IOException {
        Path target = root.resolve(path);
        Files.createDirectories(target.getParent());
        Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private interface Change {
        void make() throws IOException;
    }

    private WritableTree change(String path, Change change) {
        try {
            change.make();
            return this;
        } catch (IOException failure) {
            throw new UncheckedIOException(path, failure);
        }
    }
}
