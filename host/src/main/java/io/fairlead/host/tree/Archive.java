package io.fairlead.host.tree;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** A host in a tar.gz file. Archives come from strangers: reading one is bounded and touches no other file. */
public final class Archive {
    private static final int MAX_ENTRIES = 2_000_000;
    private static final int MAX_FILE_BYTES = 4 << 20;
    private static final long MAX_TOTAL_BYTES = 512L << 20;

    private Archive() {}

    /** Reads a whole archive. */
    public static MemoryTree read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return read(in);
        } catch (ZipException notGzip) {
            throw new IOException("%s is no tar.gz archive: %s".formatted(file, notGzip.getMessage()), notGzip);
        } catch (IllegalArgumentException contradiction) {
            throw new IOException(
                    "%s contradicts itself: %s".formatted(file, contradiction.getMessage()), contradiction);
        }
    }

    /** Reads a whole archive from a stream that the caller closes. */
    public static MemoryTree read(InputStream in) throws IOException {
        MemoryTree tree = new MemoryTree();
        new TarReader(new GZIPInputStream(in), MAX_ENTRIES, MAX_FILE_BYTES, MAX_TOTAL_BYTES).readInto(tree);
        return tree;
    }

    /** Writes a whole tree; the same tree always makes the same bytes. */
    public static void write(MemoryTree tree, Path file) throws IOException {
        try (OutputStream out = new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            TarWriter tar = new TarWriter(out);
            for (Map.Entry<String, MemoryTree.Entry> entry : tree.entries().entrySet()) {
                switch (entry.getValue()) {
                    case MemoryTree.Entry.Directory _ -> tar.directory(entry.getKey());
                    case MemoryTree.Entry.File(byte[] content) -> tar.file(entry.getKey(), content);
                    case MemoryTree.Entry.Link(String target) -> tar.link(entry.getKey(), target);
                }
            }
            tar.finish();
        }
    }
}
