package io.fairlead.testbed.plugin;

import io.fairlead.dra.FileStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A disk that forgets nothing and never waits. */
final class FilesInMemory implements FileStore {
    private final Map<Path, byte[]> files = new ConcurrentHashMap<>();

    @Override
    public void write(Path file, byte[] content) {
        files.put(file, content.clone());
    }

    @Override
    public void delete(Path file) {
        files.remove(file);
    }

    @Override
    public Optional<byte[]> read(Path file) {
        return Optional.ofNullable(files.get(file));
    }

    @Override
    public List<Path> list(Path folder) {
        return files.keySet().stream()
                .filter(file -> folder.equals(file.getParent()))
                .sorted()
                .toList();
    }
}
