package io.fairlead.host.tree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A host that can be changed while others read it: in memory, or in a directory where other processes see it. */
public interface WritableTree extends HostRoot {
    /** Makes a directory and those above it. */
    WritableTree directory(String path);

    /** Makes or replaces a file, and the directories above it; readers see the old content or the new. */
    WritableTree file(String path, byte[] content);

    /** Makes or replaces a file of one line, as the kernel shows an attribute. */
    WritableTree file(String path, String line);

    /** Makes or replaces a symbolic link, and the directories above it. */
    WritableTree link(String path, String target);

    /** Makes a device node that can be opened, and the directories above it. */
    WritableTree node(String path);

    /** Removes a path and all below it; nothing happens if it is not there. */
    WritableTree remove(String path);

    /** The directory of that name, which is made if it is not there. */
    static WritableTree in(Path directory) {
        return new WritableDirectory(directory);
    }

    /** Copies a path and all below it to another tree. */
    static void copy(HostRoot from, String path, WritableTree to) {
        try {
            Optional<String> link = from.link(path);
            if (link.isPresent()) {
                to.link(path, link.get());
                return;
            }
            Optional<List<String>> names = from.list(path);
            if (names.isPresent()) {
                to.directory(path);
                for (String name : names.get()) {
                    copy(from, path.isEmpty() ? name : path + "/" + name, to);
                }
                return;
            }
            from.read(path, Integer.MAX_VALUE - 8).ifPresent(content -> to.file(path, content));
        } catch (IOException failure) {
            throw new UncheckedIOException(path, failure);
        }
    }
}
