package io.fairlead.host.tree;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the POSIX tar format. Names too long for the old header go into an extended header before it. */
final class TarWriter {
    static final int BLOCK = 512;
    private static final int SHORT = 100;

    private final OutputStream out;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    void directory(String path) throws IOException {
        entry(path + "/", '5', "", new byte[0]);
    }

    void file(String path, byte[] content) throws IOException {
        entry(path, '0', "", content);
    }

    void link(String path, String target) throws IOException {
        entry(path, '2', target, new byte[0]);
    }

    /** Two empty blocks end an archive. */
    void finish() throws IOException {
        out.write(new byte[2 * BLOCK]);
    }

    private void entry(String path, char type, String target, byte[] content) throws IOException {
        String extended = extended("path", path) + extended("linkpath", target);
        if (!extended.isEmpty()) {
            byte[] bytes = extended.getBytes(StandardCharsets.UTF_8);
            header("extended", 'x', "", bytes.length);
            padded(bytes);
        }
        header(path, type, target, content.length);
        padded(content);
    }

    /** {@code LENGTH key=value\n}, where LENGTH counts itself. */
    private static String extended(String key, String value) {
        int valueBytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (valueBytes <= SHORT && valueBytes == value.length()) {
            return "";
        }
        int rest = valueBytes + key.length() + 3;
        int length = rest + String.valueOf(rest).length();
        length = rest + String.valueOf(length).length();
        return length + " " + key + "=" + value + "\n";
    }

    private void header(String path, char type, String target, int size) throws IOException {
        byte[] header = new byte[BLOCK];
        text(header, 0, SHORT, path);
        text(header, 100, 8, type == '5' ? "0000755" : "0000644");
        text(header, 108, 8, "0000000");
        text(header, 116, 8, "0000000");
        text(header, 124, 12, "%011o".formatted(size));
        text(header, 136, 12, "00000000000");
        header[156] = (byte) type;
        text(header, 157, SHORT, target);
        text(header, 257, 8, "ustar\00000");
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        text(header, 148, 8, "%06o\0 ".formatted(sum));
        out.write(header);
    }

    private static void text(byte[] header, int offset, int length, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, offset, Math.min(bytes.length, length));
    }

    private void padded(byte[] content) throws IOException {
        out.write(content);
        out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }
}
