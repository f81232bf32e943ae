package io.fairlead.dra;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A driver's own memory in one file: a first line with the version of the format and a checksum, then the content.
 *
 * <p>The first line reads {@code checkpoint version=1 sha256=…}; the checksum is over everything after it.
 */
public final class Checkpoint {
    private static final Pattern FIRST_LINE =
            Pattern.compile("checkpoint version=(?<version>\\d{1,9}) sha256=(?<sum>[0-9a-f]{64})");

    /** What a start finds. */
    public sealed interface Found {
        /** Never written. */
        record Nothing() implements Found {}

        /** As it was written. */
        record Intact(int version, String text) implements Found {}

        /** Written by a program that knows more than this one; it must be left alone. */
        record Newer(int version) implements Found {}

        /** Not what was written, and why that is known. */
        record Damaged(String reason) implements Found {}
    }

    private final FileStore files;
    private final Path file;
    private final int version;

    /** @param version of the content's format, as this program writes it */
    public Checkpoint(FileStore files, Path file, int version) {
        this.files = files;
        this.file = file;
        this.version = version;
    }

    public void write(String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("checkpoint version=" + version + " sha256=" + checksum(content) + "\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] whole = Arrays.copyOf(head, head.length + content.length);
        System.arraycopy(content, 0, whole, head.length, content.length);
        files.write(file, whole);
    }

    public Found read() throws IOException {
        Optional<byte[]> whole = files.read(file);
        return whole.isEmpty() ? new Found.Nothing() : check(whole.get());
    }

    /**
     * Moves a damaged file out of the way, for people to look at; an earlier one that was set aside is replaced.
     *
     * @return where it is now
     */
    public Path setAside() throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".damaged");
        Optional<byte[]> content = files.read(file);
        if (content.isPresent()) {
            files.write(aside, content.get());
            files.delete(file);
        }
        return aside;
    }

    private Found check(byte[] whole) {
        int end = indexOfNewline(whole);
        if (end < 0) {
            return new Found.Damaged(file + " has no first line");
        }
        String first = new String(whole, 0, end, StandardCharsets.UTF_8);
        Matcher parts = FIRST_LINE.matcher(first);
        if (!parts.matches()) {
            return new Found.Damaged(file + " does not begin as a checkpoint: \"" + shortened(first) + "\"");
        }
        int written = Integer.parseInt(parts.group("version"));
        if (written > version) {
            return new Found.Newer(written);
        }
        byte[] content = Arrays.copyOfRange(whole, end + 1, whole.length);
        if (!checksum(content).equals(parts.group("sum"))) {
            return new Found.Damaged(file + " has another checksum than it says");
        }
        return new Found.Intact(written, new String(content, StandardCharsets.UTF_8));
    }

    private static int indexOfNewline(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    private static String checksum(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
