package io.fairlead.dra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Files of this machine. A new content is written beside the old one, forced to the disk and renamed over it; then the folder
 * is forced, because without that the rename itself may be lost. Files get mode 0644, folders 0755, whatever the umask says.
 */
public final class DurableFiles implements FileStore {
    /** A hidden name that does not end as any reader expects, so that nobody takes a half-written file for a whole one. */
    private static final String HALF_WRITTEN = ".half-written";

    private final boolean durable;

    public DurableFiles() {
        this(true);
    }

    private DurableFiles(boolean durable) {
        this.durable = durable;
    }

    @Override
    public FileStore replaceable() {
        return new DurableFiles(false);
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        Path folder = parent(file);
        makeFolders(folder);
        Path fresh = folder.resolve("." + file.getFileName() + HALF_WRITTEN);
        try {
            try (FileChannel out = FileChannel.open(
                    fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
                Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
                ByteBuffer rest = ByteBuffer.wrap(content);
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
                if (durable) {
                    out.force(true);
                }
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        force(folder);
    }

    @Override
    public void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            force(parent(file));
        }
    }

    @Override
    public Optional<byte[]> read(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(path -> !path.getFileName().toString().endsWith(HALF_WRITTEN))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
    }

    private void makeFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path above = parent(folder);
        makeFolders(above);
        Files.createDirectory(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        force(above);
    }

    private static Path parent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    private void force(Path folder) throws IOException {
        if (!durable) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
