package io.fairlead.kubelet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/** Tells one socket from another that came to the same path later: inodes are used again, with the time they are not. */
record SocketIdentity(Object inode, FileTime made) {
    static Optional<SocketIdentity> of(Path path) {
        try {
            BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return Optional.of(new SocketIdentity(file.fileKey(), file.lastModifiedTime()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
