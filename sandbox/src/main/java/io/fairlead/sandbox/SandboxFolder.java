package io.fairlead.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where the nodes of one sandbox have their files and sockets; gone with it. Its path is short, as sockets want it. */
record SandboxFolder(Path path) implements AutoCloseable {
    static SandboxFolder create() {
        try {
            return new SandboxFolder(Files.createTempDirectory("fairlead"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder for the nodes' files", e);
        }
    }

    Path node(int index) {
        return path.resolve("node-" + index);
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }
}
