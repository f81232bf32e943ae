package io.fairlead.host.tree;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Passes questions on to another root and keeps the answers. Whoever asks the recording the same questions later gets the
 * same answers; files that nobody asked for are not in it.
 */
public final class RecordingTree implements HostRoot {
    private final HostRoot root;
    private final MemoryTree recording = new MemoryTree();

    public RecordingTree(HostRoot root) {
        this.root = root;
    }

    public MemoryTree recording() {
        return recording;
    }

    @Override
    public Optional<List<String>> list(String directory) throws IOException {
        Optional<List<String>> names = root.list(directory);
        if (names.isPresent()) {
            recording.directory(directory);
            for (String name : names.get()) {
                recordKind(directory + "/" + name);
            }
        }
        return names;
    }

    /** A name in a list can be an answer by itself, so links and directories are kept even if nobody looks into them. */
    private void recordKind(String path) throws IOException {
        if (link(path).isEmpty() && root.list(path).isPresent()) {
            recording.directory(path);
        }
    }

    @Override
    public Optional<byte[]> read(String file, int limit) throws IOException {
        Optional<byte[]> content = root.read(file, limit);
        content.ifPresent(bytes -> recording.file(file, bytes));
        return content;
    }

    @Override
    public Optional<String> link(String path) throws IOException {
        Optional<String> target = root.link(path);
        target.ifPresent(text -> recording.link(path, text));
        return target;
    }
}
