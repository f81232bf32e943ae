package io.fairlead.host.simulated;

import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VfioNodes;
import java.util.Optional;
import java.util.UUID;

/** Mediated devices: the {@code create} of a type and the {@code remove} of an instance. */
final class MediatedBus {
    private final Board board;
    private final VfioGroups groups;

    MediatedBus(Board board, VfioGroups groups) {
        this.board = board;
        this.groups = groups;
    }

    /** Shows the instances of a capture where the kernel does. */
    void start() {
        board.tree().directory(Sysfs.MDEV_DEVICES);
        for (String parent : board.names(Sysfs.MDEV_PARENTS)) {
            String path = board.follow(Sysfs.MDEV_PARENTS + "/" + parent).orElseThrow();
            for (String type : board.names(path + "/mdev_supported_types")) {
                String below = path + "/mdev_supported_types/" + type;
                board.tree().file(below + "/create", "");
                for (String uuid : board.names(below + "/devices")) {
                    show(path, below, uuid);
                }
            }
        }
    }

    void create(String type, String text) throws Refused {
        String uuid = uuid(text);
        String parent = Board.parent(Board.parent(type));
        if (board.exists(Sysfs.MDEV_DEVICES + "/" + uuid)) {
            throw new Refused(Errno.EEXIST);
        }
        int available = board.number(type + "/available_instances", 1);
        if (available == 0) {
            throw new Refused(Errno.ENOSPC);
        }
        board.tree().file(type + "/available_instances", Integer.toString(available - 1));
        String device = parent + "/" + uuid;
        board.tree().directory(device);
        board.link(device + "/driver", "sys/bus/mdev/drivers/" + Board.name(parent));
        groups.enter(device, groups.free());
        show(parent, type, uuid);
        groups.refreshGroup(board.linkedName(device + "/iommu_group").orElseThrow());
        board.uevent();
    }

    void remove(String device) {
        Optional<String> node =
                board.linkedName(device + "/iommu_group").map(group -> VfioNodes.group(Integer.parseInt(group)));
        node.ifPresent(name -> board.await(() -> !groups.isOpen(name)));
        if (!board.exists(device)) {
            return;
        }
        String type = board.follow(device + "/mdev_type").orElseThrow();
        board.tree()
                .remove(type + "/devices/" + Board.name(device))
                .remove(Sysfs.MDEV_DEVICES + "/" + Board.name(device));
        groups.leave(device);
        board.tree()
                .remove(device)
                .file(
                        type + "/available_instances",
                        Integer.toString(board.number(type + "/available_instances", 0) + 1));
        board.uevent();
    }

    void removeAll() {
        for (String uuid : board.names(Sysfs.MDEV_DEVICES)) {
            remove(board.follow(Sysfs.MDEV_DEVICES + "/" + uuid).orElseThrow());
        }
    }

    private void show(String parent, String type, String uuid) {
        String device = parent + "/" + uuid;
        board.tree().file(device + "/remove", "");
        board.link(device + "/mdev_type", type);
        board.link(type + "/devices/" + uuid, device);
        board.link(Sysfs.MDEV_DEVICES + "/" + uuid, device);
    }

    private static String uuid(String text) throws Refused {
        try {
            String uuid = UUID.fromString(text).toString();
            if (uuid.length() == text.length()) {
                return uuid;
            }
        } catch (IllegalArgumentException _) {
            // refused below
        }
        throw new Refused(Errno.EINVAL);
    }
}
