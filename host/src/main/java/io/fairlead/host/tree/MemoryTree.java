package io.fairlead.host.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** A host in memory: what an archive holds, or what a test makes up. It can change while others read it. */
public final class MemoryTree implements WritableTree {
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /** What a path holds. */
    sealed interface Entry {
        record Directory(ConcurrentSkipListSet<String> names) implements Entry {}

        @SuppressWarnings("ArrayRecordComponent") // never compared, and copied at both doors
        record File(byte[] content) implements Entry {}

        record Link(String target) implements Entry {}
    }

    @Override
    public MemoryTree directory(String path) {
        if (path.isEmpty()) {
            return this;
        }
        Entry entry = entries.computeIfAbsent(path, _ -> new Entry.Directory(new ConcurrentSkipListSet<>()));
        if (!(entry instanceof Entry.Directory)) {
            throw new IllegalArgumentException(path + " is not a directory");
        }
        enter(path);
        return this;
    }

    @Override
    public MemoryTree file(String path, byte[] content) {
        return put(path, new Entry.File(content.clone()));
    }

    @Override
    public MemoryTree file(String path, String line) {
        return put(path, new Entry.File((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public MemoryTree link(String path, String target) {
        return put(path, new Entry.Link(target));
    }

    @Override
    public MemoryTree node(String path) {
        return file(path, new byte[0]);
    }

    @Override
    public MemoryTree remove(String path) {
        if (entries.remove(path) instanceof Entry.Directory(var names)) {
            names.forEach(name -> remove(path + "/" + name));
        }
        if (entries.get(parent(path)) instanceof Entry.Directory(var names)) {
            names.remove(name(path));
        }
        return this;
    }

    @Override
    public Optional<List<String>> list(String directory) {
        if (directory.isEmpty()) {
            return Optional.of(entries.keySet().stream()
                    .filter(path -> path.indexOf('/') < 0)
                    .sorted()
                    .toList());
        }
        return entries.get(directory) instanceof Entry.Directory(var names)
                ? Optional.of(List.copyOf(names))
                : Optional.empty();
    }

    @Override
    public Optional<byte[]> read(String file, int limit) throws IOException {
        return switch (entries.get(file)) {
            case Entry.File(byte[] content) when content.length > limit -> throw Bounded.tooLong(limit);
            case Entry.File(byte[] content) -> Optional.of(content.clone());
            case Entry.Directory _ -> throw new IOException("is not a regular file");
            case Entry.Link _ -> Optional.empty();
            case null -> Optional.empty();
        };
    }

    @Override
    public Optional<String> link(String path) {
        return entries.get(path) instanceof Entry.Link(String target) ? Optional.of(target) : Optional.empty();
    }

    /** A copy with other paths and link texts, and other contents for the files at the old paths. */
    public MemoryTree rewritten(UnaryOperator<String> text, BiFunction<String, byte[], byte[]> content) {
        MemoryTree copy = new MemoryTree();
        entries().forEach((path, entry) -> {
            switch (entry) {
                case Entry.Directory _ -> copy.directory(text.apply(path));
                case Entry.File(byte[] bytes) -> copy.file(text.apply(path), content.apply(path, bytes));
                case Entry.Link(String target) -> copy.link(text.apply(path), text.apply(target));
            }
        });
        return copy;
    }

    /** Every path that holds something, in order. */
    public List<String> paths() {
        return List.copyOf(entries().keySet());
    }

    /** All that is in the tree, by path. */
    Map<String, Entry> entries() {
        return new TreeMap<>(entries);
    }

    private MemoryTree put(String path, Entry entry) {
        if (entries.get(path) instanceof Entry.Directory) {
            throw new IllegalArgumentException(path + " is a directory");
        }
        entries.put(path, entry);
        enter(path);
        return this;
    }

    private void enter(String path) {
        String parent = parent(path);
        directory(parent);
        if (entries.get(parent) instanceof Entry.Directory(var names)) {
            names.add(name(path));
        }
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
