package io.fairlead.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** All block devices of a host and how they are stacked. */
final class BlockDevices {
    private static final String BLOCKS = "sys/class/block";
    private static final Pattern NVME_CONTROLLER = Pattern.compile("nvme\\d+");

    private final Map<String, BlockDevice> byName = new TreeMap<>();

    private BlockDevices() {}

    /** Nothing if the tree does not show block devices at all. */
    static Optional<BlockDevices> read(TreeReader tree) {
        return tree.list(BLOCKS).map(names -> {
            BlockDevices blocks = new BlockDevices();
            for (String name : names) {
                tree.follow(BLOCKS + "/" + name)
                        .flatMap(path -> tree.list(path).map(entries -> read(tree, name, path, entries)))
                        .ifPresentOrElse(
                                block -> blocks.byName.put(name, block),
                                () -> tree.warn(BLOCKS + "/" + name, "does not lead to a block device"));
            }
            return blocks;
        });
    }

    private static BlockDevice read(TreeReader tree, String name, String path, List<String> entries) {
        String above = path.substring(0, path.lastIndexOf('/'));
        boolean partition =
                entries.contains("partition") && tree.text(path + "/partition").isPresent();
        List<String> builtOn = new ArrayList<>();
        if (partition) {
            builtOn.add(above.substring(above.lastIndexOf('/') + 1));
        }
        if (entries.contains("slaves")) {
            builtOn.addAll(tree.names(path + "/slaves"));
        }
        if (entries.contains("loop")) {
            tree.text(path + "/loop/backing_file")
                    .filter(file -> file.startsWith("/dev/"))
                    .ifPresent(file -> builtOn.add(file.substring("/dev/".length())));
        }
        return new BlockDevice(
                name,
                tree.text(path + "/dev").orElse(""),
                entries.contains("dm") ? tree.text(path + "/dm/name") : Optional.empty(),
                List.copyOf(builtOn),
                partition,
                path.contains("/virtual/"),
                partition ? List.of() : functions(tree, path, above));
    }

    /** A namespace that several NVMe controllers can reach hangs below none of them; its subsystem links to all. */
    private static List<PciAddress> functions(TreeReader tree, String path, String above) {
        if (!path.contains("/nvme-subsystem/")) {
            return DevicePath.function(path).stream().toList();
        }
        return tree.names(above).stream()
                .filter(name -> NVME_CONTROLLER.matcher(name).matches())
                .flatMap(name -> tree.follow(above + "/" + name).stream())
                .flatMap(controller -> DevicePath.function(controller).stream())
                .distinct()
                .toList();
    }

    Collection<BlockDevice> all() {
        return byName.values();
    }

    Optional<BlockDevice> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    Optional<BlockDevice> numbered(String number) {
        return byName.values().stream()
                .filter(block -> block.number().equals(number))
                .findFirst();
    }

    /** Finds a device by its path below /dev. */
    Optional<BlockDevice> at(String path) {
        if (path.startsWith("/dev/mapper/")) {
            String mapperName = path.substring("/dev/mapper/".length());
            return byName.values().stream()
                    .filter(block ->
                            block.mapperName().filter(mapperName::equals).isPresent())
                    .findFirst();
        }
        // The kernel writes a slash in a device's name as an exclamation mark.
        return path.startsWith("/dev/")
                ? Optional.ofNullable(
                        byName.get(path.substring("/dev/".length()).replace('/', '!')))
                : Optional.empty();
    }

    /** Names of all that a device is built on, down to the disks. */
    Set<String> below(BlockDevice top) {
        Set<String> below = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(top.builtOn());
        while (!open.isEmpty()) {
            String name = open.pop();
            if (below.add(name) && byName.containsKey(name)) {
                open.addAll(byName.get(name).builtOn());
            }
        }
        return below;
    }
}
