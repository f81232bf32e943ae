package io.fairlead.dra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Small files that must survive a crash. Everything here that writes files does it through one of these, so that a test can
 * crash between any two writes.
 *
 * <p>When a write or a deletion returns, it has happened for good; when it throws, the file is as it was before, or as it was
 * asked for, never in between.
 */
public interface FileStore {
    /** Replaces the whole file; makes the folders on the way. */
    void write(Path file, byte[] content) throws IOException;

    /** Removes a file or an empty folder; what is not there is fine. */
    void delete(Path file) throws IOException;

    /** The whole file; empty when there is none. */
    Optional<byte[]> read(Path file) throws IOException;

    /**
     * The same for files that are made again from others when they are missing: what happened to them outlives this
     * program, but need not outlive a power cut. That spares waiting for the disk.
     */
    default FileStore replaceable() {
        return this;
    }

    /** Files and folders in a folder, sorted; none when there is no such folder. */
    List<Path> list(Path folder) throws IOException;
}
