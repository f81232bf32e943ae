package io.fairlead.sandbox.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON put together from parts. Grows like ByteArrayOutputStream, without its locks. */
final class Bytes {
    private byte[] buffer;
    private int length;

    Bytes(int capacity) {
        buffer = new byte[capacity];
    }

    Bytes add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    Bytes add(byte[] bytes) {
        if (bytes.length > buffer.length - length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + bytes.length));
        }
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
        return this;
    }

    byte[] toArray() {
        return length == buffer.length ? buffer : Arrays.copyOf(buffer, length);
    }
}
