package io.fairlead.host.tree;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads that end, whatever a file claims its size to be. */
final class Bounded {
    /** Nearly every attribute is shorter. */
    private static final int USUAL = 1024;

    private Bounded() {}

    static byte[] read(InputStream in, int limit) throws IOException {
        byte[] bytes = new byte[Math.min(USUAL, limit + 1)];
        return read(in, limit, bytes, in.read(bytes));
    }

    /** Of a file that gives less than it is asked for only at its end: saves asking again. */
    static byte[] readAtOnce(InputStream in, int limit) throws IOException {
        byte[] bytes = new byte[Math.min(USUAL, limit + 1)];
        int length = in.read(bytes);
        return length < bytes.length ? Arrays.copyOf(bytes, Math.max(0, length)) : read(in, limit, bytes, length);
    }

    private static byte[] read(InputStream in, int limit, byte[] bytes, int first) throws IOException {
        int length = 0;
        for (int more = first; more >= 0; more = in.read(bytes, length, bytes.length - length)) {
            length += more;
            if (length > limit) {
                throw tooLong(limit);
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(4 * length, limit + 1));
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    static IOException tooLong(int limit) {
        return new IOException("is longer than %,d bytes".formatted(limit));
    }
}
