package io.fairlead.agent;

import io.fairlead.dra.FileStore;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Reads, and has no room for anything new. */
public final class FullDisk extends PassingFiles {
    public FullDisk(FileStore real) {
        super(real);
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        throw new FileSystemException(file.toString(), null, "No space left on device");
    }
}
