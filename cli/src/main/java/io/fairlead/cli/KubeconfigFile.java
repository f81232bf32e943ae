package io.fairlead.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** A kubeconfig that we write for others to use, and never over one that somebody else wrote. */
record KubeconfigFile(Path path) {
    private static final String MARK = "# Written by fairlead; replaced at its next start.\n";

    /** The given file, or the one that stays the same from run to run. */
    static KubeconfigFile at(String given) {
        Path path =
                given.isEmpty() ? Path.of(System.getProperty("user.home"), ".fairlead", "kubeconfig") : Path.of(given);
        return new KubeconfigFile(path.toAbsolutePath().normalize());
    }

    /** Ends the command where the file belongs to somebody else; asked before anything is started. */
    void checkOurs() {
        try {
            if (Files.exists(path) && !Files.readString(path).startsWith(MARK)) {
                throw new Refusal(path
                        + " is a kubeconfig of your own and is not overwritten; name another file with --kubeconfig");
            }
        } catch (IOException e) {
            throw new Refusal(
                    "cannot read " + path + ": " + e.getMessage() + "; name another file with --kubeconfig", e);
        }
    }

    void write(String yaml) {
        try {
            Files.createDirectories(path.getParent());
            Path fresh = Files.createTempFile(
                    path.getParent(),
                    path.getFileName().toString(),
                    ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, MARK + yaml, StandardOpenOption.TRUNCATE_EXISTING);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new Refusal("cannot write " + path + ": " + e + "; name another file with --kubeconfig", e);
        }
    }
}
