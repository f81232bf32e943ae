package io.fairlead.host.tree;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A host below a directory. A scan makes some hundred thousand calls here, so it uses {@link File}, which answers "not
 * there" without the cost of an exception.
 */
final class DirectoryTree implements HostRoot {
    private final String root;

    DirectoryTree(Path root) {
        this.root = root.toString();
    }

    @Override
    public Optional<List<String>> list(String directory) throws IOException {
        File file = file(directory);
        String[] names = file.list();
        if (names == null) {
            if (file.isDirectory()) {
                throw new IOException("cannot be listed");
            }
            return Optional.empty();
        }
        Arrays.sort(names);
        return Optional.of(List.of(names));
    }

    @Override
    public Optional<byte[]> read(String path, int limit) throws IOException {
        File file = file(path);
        // Opening a pipe would wait for a writer.
        if (!file.isFile()) {
            if (file.exists()) {
                throw new IOException("is not a regular file");
            }
            return Optional.empty();
        }
        try (FileInputStream in = new FileInputStream(file)) {
            // What the kernel tells in sys comes in one piece; a table in proc may not.
            return Optional.of(path.startsWith("sys/") ? Bounded.readAtOnce(in, limit) : Bounded.read(in, limit));
        } catch (FileNotFoundException unopened) {
            if (file.exists()) {
                throw new IOException("cannot be opened", unopened);
            }
            return Optional.empty();
        } catch (IOException failure) {
            throw new IOException("cannot be read: " + failure.getMessage(), failure);
        }
    }

    @Override
    public Optional<String> link(String path) throws IOException {
        try {
            return Optional.of(Files.readSymbolicLink(file(path).toPath()).toString());
        } catch (NoSuchFileException | NotLinkException absent) {
            return Optional.empty();
        } catch (FileSystemException failure) {
            throw new IOException("cannot be read as a link", failure);
        }
    }

    @Override
    public boolean has(String directory, String name) {
        return Files.exists(file(directory).toPath().resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    private File file(String path) {
        return new File(root, path);
    }
}
