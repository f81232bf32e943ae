package io.fairlead.testbed;

import io.fairlead.testbed.system.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The control groups under which a node's kubelet keeps its pods: one folder, or one per hierarchy with version 1. */
final class ControlGroups {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    private static final Duration BURIAL = Duration.ofSeconds(30);

    private ControlGroups() {}

    static String name(int slot, String node) {
        return "fairlead-" + slot + "-" + node;
    }

    /** The kubelet wants its root to exist in every hierarchy. */
    static void create(String name) {
        try {
            for (Path hierarchy : hierarchies()) {
                Files.createDirectories(hierarchy.resolve(name));
                inheritCpus(hierarchy, hierarchy.resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("control group " + name, e);
        }
    }

    /** Removes those of all nodes of a slot; their processes must be gone. */
    static void remove(int slot) {
        if (!Files.isDirectory(ROOT)) {
            return;
        }
        try {
            for (Path hierarchy : hierarchies()) {
                try (Stream<Path> groups = Files.list(hierarchy)) {
                    for (Path group : groups.filter(
                                    path -> path.getFileName().toString().startsWith("fairlead-" + slot + "-"))
                            .toList()) {
                        removeTree(group);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("control groups of cluster " + slot, e);
        }
    }

    /** Only folders can be removed there, the files in them go along. */
    private static void removeTree(Path group) throws IOException {
        try (Stream<Path> tree = Files.walk(group)) {
            for (Path folder : tree.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                remove(folder);
            }
        }
    }

    /** A group is busy until the kernel has buried the last of its processes, which takes it a moment. */
    private static void remove(Path folder) throws IOException {
        Patience.until(BURIAL, () -> {
            try {
                Files.deleteIfExists(folder);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
        Files.deleteIfExists(folder);
    }

    private static List<Path> hierarchies() throws IOException {
        if (Files.exists(ROOT.resolve("cgroup.controllers"))) {
            return List.of(ROOT);
        }
        List<Path> found = new ArrayList<>();
        try (Stream<Path> folders = Files.list(ROOT)) {
            folders.filter(folder -> Files.isDirectory(folder) && !Files.isSymbolicLink(folder))
                    .forEach(found::add);
        }
        return found;
    }

    /** A new cpuset of version 1 is empty, and no process may enter it. */
    private static void inheritCpus(Path hierarchy, Path group) throws IOException {
        for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
            if (Files.exists(hierarchy.resolve(file)) && Files.isWritable(group.resolve(file))) {
                Files.writeString(group.resolve(file), Files.readString(hierarchy.resolve(file)));
            }
        }
    }
}
