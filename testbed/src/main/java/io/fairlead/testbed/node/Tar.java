package io.fairlead.testbed.node;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the old, plain kind of tar archive: names of at most 100 bytes, no times, everything root's. */
final class Tar {
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Tar file(String name, int mode, byte[] content) {
        header(name, '0', mode, content.length, "");
        out.writeBytes(content);
        out.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
        return this;
    }

    Tar file(String name, String content) {
        return file(name, 0644, content.getBytes(StandardCharsets.UTF_8));
    }

    Tar folder(String name) {
        header(name + "/", '5', 0755, 0, "");
        return this;
    }

    Tar link(String name, String target) {
        header(name, '2', 0777, 0, target);
        return this;
    }

    /** The whole archive, with the two empty blocks that end it. */
    byte[] bytes() {
        byte[] members = out.toByteArray();
        return Arrays.copyOf(members, members.length + 2 * BLOCK);
    }

    private void header(String name, char type, int mode, int size, String target) {
        byte[] block = new byte[BLOCK];
        put(block, 0, 100, name);
        put(block, 100, 8, "%07o".formatted(mode));
        put(block, 108, 8, "0000000");
        put(block, 116, 8, "0000000");
        put(block, 124, 12, "%011o".formatted(size));
        put(block, 136, 12, "00000000000");
        // The checksum is taken with spaces in its own place.
        put(block, 148, 8, " ".repeat(8));
        block[156] = (byte) type;
        put(block, 157, 100, target);
        put(block, 257, 8, "ustar\00000");
        int sum = 0;
        for (byte value : block) {
            sum += value & 0xff;
        }
        put(block, 148, 8, "%06o\0 ".formatted(sum));
        out.writeBytes(block);
    }

    private static void put(byte[] block, int offset, int room, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > room) {
            throw new IllegalArgumentException("too long for a tar header: " + text);
        }
        System.arraycopy(bytes, 0, block, offset, bytes.length);
    }
}
