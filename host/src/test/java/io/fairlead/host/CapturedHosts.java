package io.fairlead.host;

import io.fairlead.host.tree.Archive;
import io.fairlead.host.tree.MemoryTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Real machines, captured with {@code fairlead inventory --capture}. */
public enum CapturedHosts {
    /** A machine with an IOMMU, SR-IOV, a two-function card, mediated and vDPA devices; captured without proc. */
    LAB,
    /** A small virtual machine without an IOMMU; captured without proc. */
    MICROVM;

    public MemoryTree tree() throws IOException {
        String file = switch (this) {
            case LAB -> "lab.tar.gz";
            case MICROVM -> "microvm.tar.gz";
        };
        try (InputStream in = Objects.requireNonNull(CapturedHosts.class.getResourceAsStream(file), file)) {
            return Archive.read(in);
        }
    }
}
