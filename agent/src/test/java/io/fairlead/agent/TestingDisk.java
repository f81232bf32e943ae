package io.fairlead.agent;

import io.fairlead.dra.FileStore;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A disk that something happens on before each write. */
public final class TestingDisk extends PassingFiles {
    private final BeforeWrite before;

    interface BeforeWrite {
        void write(Path file) throws IOException;
    }

    TestingDisk(FileStore real, BeforeWrite before) {
        super(real);
        this.before = before;
    }

    /** Reads, and has no room for anything new. */
    public static TestingDisk full(FileStore real) {
        return new TestingDisk(real, file -> {
            throw new FileSystemException(file.toString(), null, "No space left on device");
        });
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
        before.write(file);
        super.write(file, content);
    }
}
