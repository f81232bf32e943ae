package io.fairlead.host;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Reads what can make mediated devices, and what it has made. */
final class MdevReader {
    private static final String PARENTS = "sys/class/mdev_bus";

    private final TreeReader tree;

    MdevReader(TreeReader tree) {
        this.tree = tree;
    }

    List<MdevParent> read() {
        return tree.names(PARENTS).stream().flatMap(this::parent).toList();
    }

    private Stream<MdevParent> parent(String name) {
        return tree.follow(PARENTS + "/" + name).stream().map(path -> {
            List<MdevType> types = new ArrayList<>();
            List<MdevInstance> instances = new ArrayList<>();
            for (String type : tree.names(path + "/mdev_supported_types")) {
                String below = path + "/mdev_supported_types/" + type;
                types.add(type(type, below));
                tree.names(below + "/devices").forEach(uuid -> instances.add(instance(uuid, type, path)));
            }
            return new MdevParent(name, DevicePath.function(path), types, instances);
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
