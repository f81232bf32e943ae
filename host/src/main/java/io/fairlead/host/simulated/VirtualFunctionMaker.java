package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Sysfs;
import java.util.List;
import java.util.Optional;

/** SR-IOV: the {@code sriov_numvfs} of physical functions. */
final class VirtualFunctionMaker {
    private static final List<String> INHERITED =
            List.of("class", "revision", "numa_node", "subsystem_vendor", "subsystem_device");

    private final Board board;
    private final DriverBus drivers;
    private final VfioGroups groups;
    private final DriverChildren children;
    private final VfSettingsTable settings;

    VirtualFunctionMaker(
            Board board, DriverBus drivers, VfioGroups groups, DriverChildren children, VfSettingsTable settings) {
        this.board = board;
        this.drivers = drivers;
        this.groups = groups;
        this.children = children;
        this.settings = settings;
    }

    void start() {
        for (PciAddress address : board.functions()) {
            String path = board.device(address).orElseThrow();
            if (board.exists(path + "/sriov_totalvfs")) {
                board.tree()
                        .file(
                                path + "/sriov_numvfs",
                                Integer.toString(made(path).size()));
            }
        }
    }

    void resize(PciAddress physical, int count) throws Refused {
        String path = board.present(physical);
        int now = board.number(path + "/sriov_numvfs", 0);
        if (count > board.number(path + "/sriov_totalvfs", 0)) {
            throw new Refused(Errno.ERANGE);
        }
        if (count == now) {
            return;
        }
        if (board.driver(physical).filter(driver -> !Sysfs.isVfio(driver)).isEmpty()) {
            throw new Refused(Errno.ENOENT);
        }
        if (count != 0 && now != 0) {
            throw new Refused(Errno.EBUSY);
        }
        if (count == 0) {
            removeAll(physical);
        } else {
            make(physical, path, count);
        }
    }

    /** Removes what a physical function has made; waits for those that are open, as the kernel does. */
    void removeAll(PciAddress physical) {
        Optional<String> path = board.device(physical);
        if (path.isEmpty()) {
            return;
        }
        for (String link : made(path.get())) {
            String function = board.follow(path.get() + "/" + link).orElseThrow();
            PciAddress address = PciAddress.parse(Board.name(function));
            drivers.detach(address);
            groups.leave(function);
            children.forget(address);
            board.tree()
                    .remove(path.get() + "/" + link)
                    .remove(Sysfs.DEVICES + "/" + address)
                    .remove(function);
        }
        if (board.exists(path.get() + "/sriov_numvfs")) {
            board.tree().file(path.get() + "/sriov_numvfs", "0");
        }
        settings.forget(physical);
        board.uevent();
    }

    private List<String> made(String physical) {
        return board.names(physical).stream()
                .filter(name -> name.startsWith("virtfn"))
                .toList();
    }

    private void make(PciAddress physical, String path, int count) throws Refused {
        int offset = board.number(path + "/sriov_offset", 1);
        int stride = board.number(path + "/sriov_stride", 1);
        for (int index = 0; index < count; index++) {
            make(physical, path, index, routed(physical, offset + stride * index));
        }
        board.tree().file(path + "/sriov_numvfs", Integer.toString(count));
        board.uevent();
        if (board.number(path + "/sriov_drivers_autoprobe", 1) == 1) {
            for (String link : made(path)) {
                drivers.probe(
                        PciAddress.parse(board.linkedName(path + "/" + link).orElseThrow()));
            }
        }
    }

    private void make(PciAddress physical, String path, int index, PciAddress address) {
        String function = Board.parent(path) + "/" + address;
        String vendor = board.text(path + "/vendor").orElse("0x0000");
        String device = board.text(path + "/sriov_vf_device")
                .map(id -> "0x" + id)
                .or(() -> board.text(path + "/device"))
                .orElse("0x0000");
        board.tree()
                .file(function + "/vendor", vendor)
                .file(function + "/device", device)
                .file(function + "/driver_override", "(null)")
                .file(function + "/reset_method", "flr")
                .file(function + "/reset", "");
        for (String name : INHERITED) {
            board.text(path + "/" + name).ifPresent(value -> board.tree().file(function + "/" + name, value));
        }
        board.link(function + "/physfn", path);
        board.link(path + "/virtfn" + index, function);
        if (board.group(physical).isPresent()) {
            groups.enter(function, groups.free());
        }
        board.link(Sysfs.DEVICES + "/" + address, function);
    }

    /** The function that many routing numbers further on. */
    private static PciAddress routed(PciAddress from, int distance) {
        int number = (from.bus() << 8 | from.device() << 3 | from.function()) + distance;
        return new PciAddress(from.domain(), number >> 8 & 0xff, number >> 3 & 0x1f, number & 7);
    }
}
