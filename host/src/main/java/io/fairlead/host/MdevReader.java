package io.fairlead.host;

import io.fairlead.host.tree.HostRoot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads what can make mediated devices, and what it has made. */
final class MdevReader {
    private static final String PARENTS = "sys/class/mdev_bus";

    private final TreeReader tree;

    MdevReader(TreeReader tree) {
        this.tree = tree;
    }

    /** How many more there could be is asked of the parent's driver, which may hang as any other. */
    List<MdevParent> read(HostRoot root, Duration perDevice) {
        List<String> entries =
                tree.names(PARENTS).stream().map(name -> PARENTS + "/" + name).toList();
        return SideBySide.read(root, entries, perDevice, this::parent, this::late).stream()
                .sorted(Comparator.comparing(MdevParent::name))
                .toList();
    }

    private void late(String entry) {
        tree.warn(entry, "does not answer: its driver hangs, see dmesg; its mediated devices are left out");
    }

    private Optional<MdevParent> parent(String entry) {
        return tree.follow(entry).map(path -> {
            List<MdevType> types = new ArrayList<>();
            List<MdevInstance> instances = new ArrayList<>();
            for (String type : tree.names(path + "/mdev_supported_types")) {
                String below = path + "/mdev_supported_types/" + type;
                types.add(type(type, below));
                tree.names(below + "/devices").forEach(uuid -> instances.add(instance(uuid, type, path)));
            }
            return new MdevParent(entry.substring(PARENTS.length() + 1), DevicePath.function(path), types, instances);
        });
    }

    private MdevType type(String id, String path) {
        return new MdevType(
                id,
                tree.text(path + "/name").orElse(id),
                tree.text(path + "/description"),
                tree.text(path + "/device_api").orElse(""),
                Math.max(0, tree.number(path + "/available_instances").orElse(0)));
    }

    private MdevInstance instance(String uuid, String type, String parent) {
        String path = parent + "/" + uuid;
        return new MdevInstance(
                uuid,
                type,
                tree.linkedName(path + "/driver"),
                tree.linkedName(path + "/iommu_group").map(Groups::number).orElse(OptionalInt.empty()));
    }
}
