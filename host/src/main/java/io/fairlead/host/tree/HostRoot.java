package io.fairlead.host.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The sys and proc of one host, read only. Paths have no leading slash: {@code sys/bus/pci/devices}.
 *
 * <p>Absence is an answer, not an error. An {@link IOException} says that something is there and cannot be read, and its
 * message says why. Implementations are called from several threads at once.
 */
public interface HostRoot {
    /** Names in a directory, sorted; nothing if there is no such directory. */
    Optional<List<String>> list(String directory) throws IOException;

    /** A file's content; nothing if there is no such file. More than {@code limit} bytes is an {@link IOException}. */
    Optional<byte[]> read(String file, int limit) throws IOException;

    /** The text of a symbolic link; nothing if there is no link of that name. */
    Optional<String> link(String path) throws IOException;

    /** Whether a directory has an entry of that name, of whatever kind. */
    default boolean has(String directory, String name) throws IOException {
        return list(directory).filter(names -> names.contains(name)).isPresent();
    }

    /** The machine that this process runs on. */
    static HostRoot live() {
        return in(Path.of("/"));
    }

    /** A directory that has sys and proc in it. */
    static HostRoot in(Path directory) {
        return new DirectoryTree(directory);
    }

    /** A directory that has sys and proc in it, or an archive of one in tar.gz form. */
    static HostRoot open(Path path) throws IOException {
        return Files.isDirectory(path) ? in(path) : Archive.read(path);
    }

    /**
     * Where a link leads, found by its text alone and without asking whether anything is there. A path that climbs out of
     * the root, or starts with a slash, stays within it: a captured tree never shows files of the machine that reads it.
     */
    default Optional<String> follow(String path) throws IOException {
        return link(path).map(target -> {
            String from = target.startsWith("/") ? "" : path.substring(0, Math.max(0, path.lastIndexOf('/')));
            StringBuilder reached = new StringBuilder(from);
            for (String step : target.split("/")) {
                switch (step) {
                    case "", "." -> {}
                    case ".." -> reached.setLength(Math.max(0, reached.lastIndexOf("/")));
                    default -> reached.append(reached.isEmpty() ? "" : "/").append(step);
                }
            }
            return reached.toString();
        });
    }
}
