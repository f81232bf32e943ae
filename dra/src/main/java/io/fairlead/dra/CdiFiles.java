package io.fairlead.dra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The CDI devices of a driver's claims: one file per claim in the folder that container runtimes read.
 *
 * <p>Runtimes cache what a name meant, so no name may ever mean something else: every name begins with the claim's uid.
 */
public final class CdiFiles {
    private static final String SUFFIX = ".json";

    private final FileStore files;
    private final Path folder;
    private final CdiKind kind;

    public CdiFiles(FileStore files, Path folder, CdiKind kind) {
        this.files = files;
        this.folder = folder;
        this.kind = kind;
    }

    /**
     * Writes the devices of a claim, in place of what was written for it before.
     *
     * @param devices by a name of the driver's choice within the claim
     * @return the ids to give to the kubelet, by the same names
     */
    public Map<String, CdiDeviceId> write(String claimUid, Map<String, CdiEdits> devices) throws IOException {
        Map<String, CdiDeviceId> ids = new TreeMap<>();
        List<CdiSpec.Device> listed = new ArrayList<>();
        new TreeMap<>(devices).forEach((name, edits) -> {
            CdiDeviceId id = new CdiDeviceId(kind, claimUid + "-" + name);
            ids.put(name, id);
            listed.add(new CdiSpec.Device(id.name(), edits));
        });
        writeIfChanged(files, file(claimUid), new CdiSpec(kind, listed).json());
        return ids;
    }

    /** Removes what was written for a claim; nothing there is fine. */
    public void remove(String claimUid) throws IOException {
        files.delete(file(claimUid));
    }

    /** The uids of the claims that have files. */
    public List<String> claims() throws IOException {
        String prefix = prefix();
        return files.list(folder).stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> name.startsWith(prefix) && name.endsWith(SUFFIX))
                .map(name -> name.substring(prefix.length(), name.length() - SUFFIX.length()))
                .toList();
    }

    /** A runtime that watches the folder need not read again what has not changed. */
    static void writeIfChanged(FileStore files, Path file, byte[] content) throws IOException {
        Optional<byte[]> before = files.read(file);
        if (before.isEmpty() || !Arrays.equals(before.get(), content)) {
            files.write(file, content);
        }
    }

    private Path file(String claimUid) {
        return folder.resolve(prefix() + claimUid + SUFFIX);
    }

    private String prefix() {
        return kind.vendor() + "-" + kind.deviceClass() + "_";
    }
}
