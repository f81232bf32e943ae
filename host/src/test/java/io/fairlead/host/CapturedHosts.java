package io.fairlead.host;

import io.fairlead.host.tree.Archive;
import io.fairlead.host.tree.MemoryTree;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;

/** Real machines, captured with {@code fairlead inventory --capture}. */
public enum CapturedHosts {
    /** A machine with an IOMMU, SR-IOV, a two-function card, mediated and vDPA devices; captured without proc. */
    LAB,
    /** A small virtual machine without an IOMMU; captured without proc. */
    MICROVM;

    public MemoryTree tree() throws IOException, URISyntaxException {
        String file = switch (this) {
            case LAB -> "lab.tar.gz";
            case MICROVM -> "microvm.tar.gz";
        };
        return Archive.read(Path.of(Objects.requireNonNull(CapturedHosts.class.getResource(file), file)
                .toURI()));
    }
}
