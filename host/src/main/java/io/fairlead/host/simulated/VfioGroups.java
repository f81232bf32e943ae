package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VfioNodes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** IOMMU groups, their device nodes, and who has these open. */
final class VfioGroups {
    private static final int FIRST_PROCESS = 40_000;

    private final Board board;
    private final Map<String, Integer> holders = new HashMap<>();
    private int processes = FIRST_PROCESS;

    VfioGroups(Board board) {
        this.board = board;
    }

    void start() {
        board.tree().directory(Sysfs.GROUPS).node(VfioNodes.CONTAINER);
        for (String group : board.names(Sysfs.GROUPS)) {
            refreshGroup(group);
        }
    }

    /** Puts a device into a group; the lowest free number makes a new one, as the kernel counts. */
    void enter(String device, String group) {
        board.link(device + "/iommu_group", Sysfs.GROUPS + "/" + group);
        board.link(Sysfs.GROUPS + "/" + group + "/devices/" + Board.name(device), device);
        if (!board.exists(Sysfs.GROUPS + "/" + group + "/type")) {
            board.tree().file(Sysfs.GROUPS + "/" + group + "/type", "DMA");
        }
    }

    String free() {
        int number = 0;
        while (board.exists(Sysfs.GROUPS + "/" + number)) {
            number++;
        }
        return Integer.toString(number);
    }

    /** Takes a device that goes away out of its group. */
    void leave(String device) {
        Optional<String> group = board.linkedName(device + "/iommu_group");
        if (group.isPresent()) {
            board.tree().remove(Sysfs.GROUPS + "/" + group.get() + "/devices/" + Board.name(device));
            if (board.names(Sysfs.GROUPS + "/" + group.get() + "/devices").isEmpty()) {
                board.tree().remove(Sysfs.GROUPS + "/" + group.get());
            }
            refreshGroup(group.get());
        }
    }

    void refresh(PciAddress address) {
        board.group(address).ifPresent(this::refreshGroup);
    }

    /** A group has its node while a vfio driver has any of its members. */
    void refreshGroup(String group) {
        boolean wanted =
                board.names(Sysfs.GROUPS + "/" + group + "/devices").stream().anyMatch(this::isOnVfio);
        String node = "dev/vfio/" + group;
        if (wanted && !board.exists(node)) {
            board.tree().node(node);
        } else if (!wanted) {
            board.tree().remove(node);
        }
    }

    boolean isOpen(PciAddress address) {
        return board.group(address)
                .filter(group -> holders.containsKey("dev/vfio/" + group))
                .isPresent();
    }

    boolean isOpen(String node) {
        return holders.containsKey(node);
    }

    /** Opens a node as a process would that drives all of the group. */
    int open(String node) throws Refused {
        if (!board.exists(node)) {
            throw new Refused(Errno.ENOENT);
        }
        if (holders.containsKey(node)) {
            throw new Refused(Errno.EBUSY);
        }
        for (String member : board.names(Sysfs.GROUPS + "/" + Board.name(node) + "/devices")) {
            if (!isOnVfio(member) && isOnHostDriver(member)) {
                throw new Refused(Errno.EPERM);
            }
        }
        int process = processes++;
        holders.put(node, process);
        board.tree().link("proc/" + process + "/fd/3", "/" + node);
        return process;
    }

    void close(String node) {
        Integer process = holders.remove(node);
        if (process != null) {
            board.tree().remove("proc/" + process);
        }
        board.changed();
    }

    void closeAll() {
        for (String node : Map.copyOf(holders).keySet()) {
            close(node);
        }
    }

    private boolean isOnVfio(String member) {
        return PciAddress.tryParse(member)
                .map(address -> board.driver(address).filter(Sysfs::isVfio).isPresent())
                .orElseGet(() -> board.exists(Sysfs.MDEV_DEVICES + "/" + member));
    }

    private boolean isOnHostDriver(String member) {
        return PciAddress.tryParse(member)
                .flatMap(board::driver)
                .filter(driver -> !driver.equals("pcieport") && !driver.equals("pci-stub"))
                .isPresent();
    }
}
