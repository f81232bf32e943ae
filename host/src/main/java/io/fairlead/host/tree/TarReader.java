package io.fairlead.host.tree;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what GNU, BSD and busybox tar write of directories, files and symbolic links; other entries are passed over. */
final class TarReader {
    private final InputStream in;
    private final int maxEntries;
    private final int maxFile;
    private final long maxTotal;
    private long total;

    TarReader(InputStream in, int maxEntries, int maxFile, long maxTotal) {
        this.in = in;
        this.maxEntries = maxEntries;
        this.maxFile = maxFile;
        this.maxTotal = maxTotal;
    }

    /** Puts all entries into a tree. */
    void readInto(MemoryTree tree) throws IOException {
        // Long names arrive in entries of their own, before the entry that they belong to.
        Map<String, String> extended = new HashMap<>();
        for (int entries = 0; entries < maxEntries; entries++) {
            byte[] header = in.readNBytes(TarWriter.BLOCK);
            if (header.length == 0 || (header.length == TarWriter.BLOCK && header[0] == 0)) {
                return;
            }
            if (header.length < TarWriter.BLOCK) {
                throw new EOFException("the archive is cut off");
            }
            verify(header);
            byte[] content = content(number(header, 124, 12));
            switch (header[156]) {
                case 'x' -> extended.putAll(extended(content));
                case 'L' -> extended.put("path", text(content, 0, content.length));
                case 'K' -> extended.put("linkpath", text(content, 0, content.length));
                default -> {
                    put(header, content, extended, tree);
                    extended.clear();
                }
            }
        }
        throw new IOException("has more than %,d entries".formatted(maxEntries));
    }

    private static void put(byte[] header, byte[] content, Map<String, String> extended, MemoryTree tree) {
        String path = clean(extended.getOrDefault("path", shortPath(header)));
        if (path.isEmpty()) {
            return;
        }
        switch (header[156]) {
            case '0', 0 -> tree.file(path, content);
            case '2' -> tree.link(path, extended.getOrDefault("linkpath", text(header, 157, 100)));
            case '5' -> tree.directory(path);
            default -> {}
        }
    }

    private byte[] content(long size) throws IOException {
        long padded = (size + TarWriter.BLOCK - 1) / TarWriter.BLOCK * TarWriter.BLOCK;
        total += padded;
        if (total > maxTotal) {
            throw new IOException("holds more than %,d bytes".formatted(maxTotal));
        }
        if (size > maxFile) {
            throw new IOException("holds a file of more than %,d bytes".formatted(maxFile));
        }
        byte[] bytes = in.readNBytes((int) padded);
        if (bytes.length < padded) {
            throw new EOFException("the archive is cut off");
        }
        return Arrays.copyOf(bytes, (int) size);
    }

    private static void verify(byte[] header) throws IOException {
        long sum = 8L * ' ';
        for (int i = 0; i < header.length; i++) {
            sum += i >= 148 && i < 156 ? 0 : header[i] & 0xff;
        }
        if (sum != number(header, 148, 8)) {
            throw new IOException("is no tar archive: a header's checksum is wrong");
        }
    }

    private static long number(byte[] header, int offset, int length) throws IOException {
        String digits = text(header, offset, length).strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits, 8);
        } catch (NumberFormatException junk) {
            throw new IOException("is no tar archive: a header holds no number where one belongs", junk);
        }
    }

    private static String shortPath(byte[] header) {
        String name = text(header, 0, 100);
        boolean posix = header[257] == 'u' && header[262] == 0;
        String prefix = posix ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static Map<String, String> extended(byte[] content) throws IOException {
        Map<String, String> values = new HashMap<>();
        int at = 0;
        while (at < content.length) {
            int blank = at;
            while (blank < content.length && Character.isDigit(content[blank])) {
                blank++;
            }
            int length = blank - at > 0 && blank - at < 8 ? Integer.parseInt(text(content, at, blank - at)) : 0;
            if (length <= blank - at || at + length > content.length) {
                throw new IOException("is no tar archive: an extended header has a wrong length");
            }
            String[] pair = text(content, blank, at + length - blank).strip().split("=", 2);
            if (pair.length == 2) {
                values.put(pair[0], pair[1]);
            }
            at += length;
        }
        return values;
    }

    /** Up to the first zero byte. */
    private static String text(byte[] bytes, int offset, int length) {
        int end = offset;
        while (end < offset + length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, offset, end - offset, StandardCharsets.UTF_8);
    }

    private static String clean(String path) {
        List<String> steps = Arrays.stream(path.split("/"))
                .filter(step -> !step.isEmpty() && !step.equals(".") && !step.equals(".."))
                .toList();
        return String.join("/", steps);
    }
}
