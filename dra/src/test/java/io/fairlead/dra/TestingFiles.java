package io.fairlead.dra;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Files in memory that remember what was done to them. Folders are there as long as something is in them. */
final class TestingFiles implements FileStore {
    final SortedMap<Path, String> files = new TreeMap<>();
    final List<String> log = new ArrayList<>();

    String text(Path file) {
        return Objects.requireNonNull(files.get(file), file.toString());
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        log.add("write " + file);
        files.put(file, new String(content, StandardCharsets.UTF_8));
    }

    @Override
    public void delete(Path file) throws IOException {
        if (files.remove(file) != null) {
            log.add("delete " + file);
        }
    }

    @Override
    public Optional<byte[]> read(Path file) throws IOException {
        return Optional.ofNullable(files.get(file)).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        return files.keySet().stream()
                .filter(file -> file.startsWith(folder) && !file.equals(folder))
                .map(file -> folder.resolve(folder.relativize(file).getName(0)))
                .distinct()
                .toList();
    }
}
