package io.fairlead.agent;

import io.fairlead.dra.FileStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A disk that something happens on before each write. */
record TestingDisk(FileStore real, BeforeWrite before) implements FileStore {
    interface BeforeWrite {
        void write(Path file) throws IOException;
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        before.write(file);
        real.write(file, content);
    }

    @Override
    public void delete(Path file) throws IOException {
        real.delete(file);
    }

    @Override
    public Optional<byte[]> read(Path file) throws IOException {
        return real.read(file);
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        return real.list(folder);
    }
}
