package io.fairlead.testbed.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be known about this machine without changing it. */
public final class Machine {
    private Machine() {}

    public static boolean isLinux() {
        return System.getProperty("os.name", "").equals("Linux");
    }

    public static boolean isRoot() {
        try {
            return isLinux() && (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
        } catch (IOException e) {
            throw new UncheckedIOException("/proc/self", e);
        }
    }

    /** An executable in PATH, or in the folders that root has in its PATH and others often lack. */
    public static Optional<Path> find(String command) {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/local/go/bin:/usr/sbin:/sbin";
        return Stream.of(path.split(":"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
