package io.fairlead.host.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Puts a tree on disk, for programs that read directories. */
public final class Unpacking {
    private Unpacking() {}

    public static void unpack(MemoryTree tree, Path folder) throws IOException {
        for (Map.Entry<String, MemoryTree.Entry> entry : tree.entries().entrySet()) {
            Path path = folder.resolve(entry.getKey());
            switch (entry.getValue()) {
                case MemoryTree.Entry.Directory _ -> Files.createDirectories(path);
                case MemoryTree.Entry.File(byte[] content) -> Files.write(path, content);
                case MemoryTree.Entry.Link(String target) -> Files.createSymbolicLink(path, Path.of(target));
            }
        }
    }
}
