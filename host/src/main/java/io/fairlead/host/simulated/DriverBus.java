package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.Sysfs;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Drivers and what they are bound to. */
final class DriverBus {
    private static final String NO_OVERRIDE = "(null)";

    private final Board board;
    private final KnownDrivers known;
    private final VfioGroups groups;
    private final DriverChildren children;

    /** Functions that an operation works on; another one waits for it, as for the kernel's device lock. */
    private final Set<PciAddress> locked = new HashSet<>();

    DriverBus(Board board, KnownDrivers known, VfioGroups groups, DriverChildren children) {
        this.board = board;
        this.known = known;
        this.groups = groups;
        this.children = children;
    }

    /** Makes the attributes that a capture has no need of. */
    void start() {
        board.tree().file("sys/bus/pci/drivers_autoprobe", "1").file("sys/bus/pci/drivers_probe", "");
        load(Sysfs.VFIO);
        for (PciAddress address : board.functions()) {
            known.of(address).ifPresent(this::load);
            board.driver(address).ifPresent(driver -> {
                load(driver);
                link(address, driver);
            });
            board.device(address)
                    .filter(path -> !board.exists(path + "/driver_override"))
                    .ifPresent(path -> board.tree().file(path + "/driver_override", NO_OVERRIDE));
        }
    }

    void load(String driver) {
        for (String attribute : new String[] {"bind", "unbind", "new_id", "remove_id"}) {
            board.tree().file(Sysfs.DRIVERS + "/" + driver + "/" + attribute, "");
        }
    }

    void unload(String driver) {
        board.tree().remove(Sysfs.DRIVERS + "/" + driver);
    }

    /** Work on a function that waits for other work on it. */
    interface Work {
        void run() throws Refused;
    }

    void locked(PciAddress address, Work work) throws Refused {
        board.await(() -> !locked.contains(address));
        locked.add(address);
        try {
            work.run();
        } finally {
            locked.remove(address);
            board.changed();
        }
    }

    void override(PciAddress address, String driver) throws Refused {
        String path = board.present(address);
        locked(address, () -> board.tree().file(path + "/driver_override", driver.isEmpty() ? NO_OVERRIDE : driver));
    }

    void unbind(PciAddress address, String driver) throws Refused {
        board.present(address);
        locked(address, () -> {
            if (board.driver(address).filter(driver::equals).isEmpty()) {
                throw new Refused(Errno.ENODEV);
            }
            detach(address);
        });
    }

    void bind(PciAddress address, String driver) throws Refused {
        board.present(address);
        locked(address, () -> {
            if (!matches(address, driver)) {
                throw new Refused(Errno.ENODEV);
            }
            if (board.driver(address).isPresent()) {
                throw new Refused(Errno.EBUSY);
            }
            attach(address, driver);
        });
    }

    /** Lets a driver have it that wants it; that none does, or that it fails, is no error here. */
    void probe(PciAddress address) throws Refused {
        board.present(address);
        locked(address, () -> {
            Optional<String> wanted = override(address).or(() -> known.of(address));
            if (board.driver(address).isEmpty() && wanted.isPresent() && matches(address, wanted.get())) {
                try {
                    attach(address, wanted.get());
                } catch (Refused _) {
                    // The kernel's log has it; the one who asked is not told.
                }
            }
        });
    }

    /** Takes the driver from a function that goes away, or that is unbound. */
    void detach(PciAddress address) {
        Optional<String> driver = board.driver(address);
        Optional<String> path = board.device(address);
        if (driver.isEmpty() || path.isEmpty()) {
            return;
        }
        if (Sysfs.isVfio(driver.get())) {
            board.await(() -> !groups.isOpen(address));
        }
        children.vanish(address, driver.get());
        board.tree().remove(path.get() + "/driver").remove(Sysfs.DRIVERS + "/" + driver.get() + "/" + address);
        groups.refresh(address);
        board.uevent();
    }

    private void attach(PciAddress address, String driver) throws Refused {
        boolean vfio = Sysfs.isVfio(driver);
        if (vfio && board.group(address).isEmpty()) {
            throw new Refused(Errno.EINVAL);
        }
        if (!vfio && groups.isOpen(address)) {
            throw new Refused(Errno.EBUSY);
        }
        link(address, driver);
        groups.refresh(address);
        children.appear(address, driver);
        board.uevent();
    }

    private void link(PciAddress address, String driver) {
        String path = board.device(address).orElseThrow();
        board.link(path + "/driver", Sysfs.DRIVERS + "/" + driver);
        board.link(Sysfs.DRIVERS + "/" + driver + "/" + address, path);
    }

    private boolean matches(PciAddress address, String driver) {
        boolean loaded = board.exists(Sysfs.DRIVERS + "/" + driver);
        Optional<String> override = override(address);
        boolean wanted = override.isPresent()
                ? override.get().equals(driver)
                : autoprobed(address)
                        && known.of(address).filter(driver::equals).isPresent();
        return loaded && wanted;
    }

    private Optional<String> override(PciAddress address) {
        return board.attribute(address, "driver_override").filter(text -> !text.equals(NO_OVERRIDE) && !text.isEmpty());
    }

    /** A virtual function takes part in matching only if its maker lets it. */
    private boolean autoprobed(PciAddress address) {
        return board.device(address)
                .flatMap(path -> board.follow(path + "/physfn"))
                .map(physical -> board.number(physical + "/sriov_drivers_autoprobe", 1) == 1)
                .orElse(true);
    }
}
