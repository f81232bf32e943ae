package io.fairlead.host.tree;

import java.io.IOException;
import java.io.InputStream;

/** Reads that end, whatever a file claims its size to be. */
final class Bounded {
    private Bounded() {}

    static byte[] read(InputStream in, int limit) throws IOException {
        byte[] bytes = in.readNBytes(limit);
        if (bytes.length == limit && in.read() >= 0) {
            throw tooLong(limit);
        }
        return bytes;
    }

    static IOException tooLong(int limit) {
        return new IOException("is longer than %,d bytes".formatted(limit));
    }
}
