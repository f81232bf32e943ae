package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.tree.WritableTree;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a simulated machine, and which of them a write is for. All is called with the board's lock held. */
final class Machine {
    private static final Pattern DRIVER = Pattern.compile("sys/bus/pci/drivers/([^/]+)/(bind|unbind)");
    private static final Pattern MEDIATED = Pattern.compile(".*/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/remove");

    private final Board board;
    private final Faults faults;
    private final KnownDrivers known;
    private final VfioGroups groups;
    private final VfSettingsTable settings;
    private final DriverBus drivers;
    private final VirtualFunctionMaker maker;
    private final MediatedBus mediated;
    private final Slots slots;
    private final List<PciAddress> resets = new ArrayList<>();

    Machine(WritableTree tree) {
        board = new Board(tree);
        faults = new Faults(board);
        known = new KnownDrivers(board);
        groups = new VfioGroups(board);
        settings = new VfSettingsTable(board);
        DriverChildren children = new DriverChildren(board, settings);
        drivers = new DriverBus(board, known, groups, children);
        maker = new VirtualFunctionMaker(board, drivers, groups, children, settings);
        mediated = new MediatedBus(board, groups);
        slots = new Slots(board, drivers, groups, maker);
        start();
    }

    private void start() {
        board.tree().file("sys/bus/pci/rescan", "").directory("proc");
        drivers.start();
        maker.start();
        mediated.start();
        groups.start();
        for (PciAddress address : board.functions()) {
            String path = board.device(address).orElseThrow();
            board.tree().file(path + "/remove", "");
            if (!board.text(path + "/reset_method").orElse("").isEmpty()) {
                board.tree().file(path + "/reset", "");
            }
        }
        newBoot();
    }

    /** All that a boot does to devices: virtual and mediated ones are gone, and the rest is with its own driver. */
    void reboot() throws Refused {
        groups.closeAll();
        mediated.removeAll();
        for (PciAddress address : board.functions()) {
            maker.removeAll(address);
        }
        slots.putBackAll();
        for (PciAddress address : board.functions()) {
            drivers.override(address, "");
            drivers.detach(address);
            drivers.probe(address);
        }
        newBoot();
    }

    Board board() {
        return board;
    }

    Faults faults() {
        return faults;
    }

    KnownDrivers known() {
        return known;
    }

    DriverBus drivers() {
        return drivers;
    }

    VfioGroups groups() {
        return groups;
    }

    VfSettingsTable settings() {
        return settings;
    }

    Slots slots() {
        return slots;
    }

    List<PciAddress> resets() {
        return List.copyOf(resets);
    }

    /** Does a write; the value is a line without its end. */
    void write(String path, String value) throws Refused {
        String resolved = board.resolve(path);
        if (!board.exists(resolved)) {
            throw new Refused(Errno.ENOENT);
        }
        Matcher driver = DRIVER.matcher(resolved);
        if (driver.matches()) {
            writeDriver(driver.group(1), driver.group(2), value);
        } else if (resolved.equals("sys/bus/pci/drivers_probe")) {
            faults.meet("drivers_probe", value);
            drivers.probe(address(value));
        } else if (resolved.equals("sys/bus/pci/rescan")) {
            faults.meet("rescan", "");
            slots.putBackAll();
        } else if (resolved.endsWith("/create")) {
            faults.meet("create", value);
            mediated.create(Board.parent(resolved), value);
        } else if (MEDIATED.matcher(resolved).matches()) {
            faults.meet("remove", Board.name(Board.parent(resolved)));
            yes(value);
            mediated.remove(Board.parent(resolved));
        } else {
            writeFunction(resolved, value);
        }
    }

    private void writeDriver(String driver, String attribute, String value) throws Refused {
        faults.meet(attribute, value);
        PciAddress address = address(value);
        if (attribute.equals("bind")) {
            drivers.bind(address, driver);
            return;
        }
        if (!Sysfs.isVfio(driver)
                && board.driver(address).filter(driver::equals).isPresent()) {
            maker.removeAll(address);
        }
        drivers.unbind(address, driver);
    }

    private void writeFunction(String path, String value) throws Refused {
        String attribute = Board.name(path);
        PciAddress address =
                PciAddress.tryParse(Board.name(Board.parent(path))).orElseThrow(() -> new Refused(Errno.EACCES));
        faults.meet(attribute, address.toString());
        board.present(address);
        switch (attribute) {
            case "driver_override" -> drivers.override(address, value);
            case "sriov_numvfs" -> maker.resize(address, count(value));
            case "sriov_drivers_autoprobe" -> board.tree().file(path, Integer.toString(count(value)));
            case "remove" -> {
                yes(value);
                slots.remove(address);
            }
            case "reset" -> {
                yes(value);
                drivers.locked(address, () -> resets.add(address));
            }
            case "reset_subordinate" -> {
                yes(value);
                resetBehind(Board.parent(path));
            }
            default -> throw new Refused(Errno.EACCES);
        }
    }

    /** Resets a bus through vfio: all that is on it must be handed in, and nobody may use it. */
    void hotReset(List<PciAddress> functions) throws Refused {
        faults.meet("hot_reset", functions.getFirst().toString());
        String bus = Board.parent(board.present(functions.getFirst()));
        for (PciAddress address : functions) {
            if (board.driver(address).filter(Sysfs.VFIO::equals).isEmpty()) {
                throw new Refused(Errno.ENODEV);
            }
            if (groups.isOpen(address)) {
                throw new Refused(Errno.EBUSY);
            }
        }
        if (!functions.containsAll(behind(bus))) {
            throw new Refused(Errno.EINVAL);
        }
        resetBehind(bus);
    }

    private void resetBehind(String bridge) {
        resets.addAll(behind(bridge));
    }

    private List<PciAddress> behind(String bridge) {
        return board.names(bridge).stream()
                .flatMap(name -> PciAddress.tryParse(name).stream())
                .toList();
    }

    private void newBoot() {
        board.tree().file("proc/sys/kernel/random/boot_id", UUID.randomUUID().toString());
    }

    private static void yes(String value) throws Refused {
        if (!value.equals("1")) {
            throw new Refused(Errno.EINVAL);
        }
    }

    private static int count(String value) throws Refused {
        if (!value.matches("[0-9]{1,5}")) {
            throw new Refused(Errno.EINVAL);
        }
        return Integer.parseInt(value);
    }

    private static PciAddress address(String value) throws Refused {
        return PciAddress.tryParse(value).orElseThrow(() -> new Refused(Errno.ENODEV));
    }
}
