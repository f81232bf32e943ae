package io.fairlead.wire;

import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.concurrent.ThreadLocalRandom;

/** A path that a Unix socket can have: the kernel's address holds 108 bytes, the last of them zero. */
public record SocketPath(Path path) {
    private static final int LONGEST = 107;

    public SocketPath {
        if (!fits(path)) {
            throw new IllegalArgumentException(
                    "socket path of " + length(path) + " bytes, at most " + LONGEST + " are possible: " + path);
        }
    }

    /** Whether a path is short enough for a socket. */
    public static boolean fits(Path path) {
        return length(path) <= LONGEST;
    }

    private static int length(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    DomainSocketAddress address() {
        return new DomainSocketAddress(path.toFile());
    }

    /** A short name beside this one that nobody else has or looks for: the kubelet passes over names with a dot. */
    SocketPath hidden() {
        return new SocketPath(path.resolveSibling(
                ".%06x".formatted(ThreadLocalRandom.current().nextInt(1 << 24))));
    }

    /** Removes a socket that an earlier process has left here; anything else than a socket is not ours to remove. */
    void unlinkStale() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther()) {
            throw new FileAlreadyExistsException(path.toString(), null, "in the way of a socket, and not a socket");
        }
        Files.delete(path);
    }
}
