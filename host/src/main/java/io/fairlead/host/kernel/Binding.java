package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException.Reason;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Takes functions from the host's drivers and gives them back. Each call can be made again after a crash at any point in
 * it. Drivers are chosen by {@code driver_override}, which concerns one function, and never by {@code new_id}, which
 * would take every other card of the kind too.
 */
public final class Binding {
    private static final String BRIDGE = "0x06";

    private final Kernel kernel;
    private final Sysfs sysfs;

    public Binding(Kernel kernel) {
        this.kernel = kernel;
        this.sysfs = new Sysfs(kernel.root());
    }

    /** The driver that each function has now: what to write down before {@link #toVfio}, and what to give back. */
    public NavigableMap<PciAddress, Optional<String>> drivers(Collection<PciAddress> functions) throws KernelException {
        NavigableMap<PciAddress, Optional<String>> drivers = new TreeMap<>();
        for (PciAddress function : functions) {
            sysfs.present(function);
            drivers.put(function, sysfs.driver(function));
        }
        return drivers;
    }

    /**
     * Puts every function on {@code vfio-pci}; one that a vfio driver has already stays there.
     *
     * @param unit functions that make up whole IOMMU groups, bridges aside
     * @throws KernelException if they do not, or the kernel says no; some functions may then have moved, and
     *     {@link #giveBack} puts them right
     */
    public void toVfio(Collection<PciAddress> unit) throws KernelException {
        checkGroups(unit);
        for (PciAddress function : unit) {
            toVfio(function);
        }
        verify(unit);
    }

    /** Says no unless all functions are on a vfio driver, make up whole IOMMU groups, and have their device nodes. */
    public void verify(Collection<PciAddress> unit) throws KernelException {
        checkGroups(unit);
        for (PciAddress function : unit) {
            Optional<String> driver = sysfs.driver(function);
            if (driver.filter(Sysfs::isVfio).isEmpty()) {
                throw refused(
                        function,
                        "%s is on %s, not on %s; see what else binds drivers on this host"
                                .formatted(
                                        function,
                                        driver.map(name -> "driver " + name).orElse("no driver"),
                                        Sysfs.VFIO));
            }
            int group = groupOf(function);
            if (!sysfs.has("dev/vfio", Integer.toString(group))) {
                throw refused(
                        function,
                        "%s is on %s but /dev/vfio/%d is not there; see that the host's /dev is mounted and the module vfio_iommu_type1 loaded"
                                .formatted(function, driver.get(), group));
            }
        }
    }

    /**
     * Gives a function back to the driver that it had. Nothing happens to a function that is no longer there, nor to one
     * that was on a vfio driver before.
     *
     * @throws KernelException with {@link Reason#BUSY} while a process has it open: the kernel would wait for that one
     */
    public void giveBack(PciAddress function, Optional<String> driverBefore) throws KernelException {
        if (sysfs.device(function).isEmpty()
                || driverBefore.filter(Sysfs::isVfio).isPresent()) {
            return;
        }
        Optional<String> driver = sysfs.driver(function);
        if (driver.filter(Sysfs::isVfio).isPresent()) {
            checkIdle(function);
        }
        write(function, "driver_override", "");
        // Read anew: an unbind that was abandoned earlier may have happened just before that write.
        driver = sysfs.driver(function);
        if (driver.filter(Sysfs::isVfio).isPresent()) {
            kernel.write(Sysfs.DEVICES + "/" + function + "/driver/unbind", function.toString());
            driver = Optional.empty();
        }
        if (driver.isEmpty() && driverBefore.isPresent()) {
            bind(function, driverBefore.get());
        }
    }

    /** Says no while a process has the group of a function open. */
    public void checkIdle(PciAddress function) throws KernelException {
        OptionalInt group = sysfs.group(function);
        if (group.isPresent()) {
            String node = VfioNodes.group(group.getAsInt());
            List<String> holders = new VfioNodes(kernel.root()).holders(node);
            if (!holders.isEmpty()) {
                throw new KernelException(
                        node,
                        Reason.BUSY,
                        "%s is in use: process %s has /%s open; it is free when that has ended"
                                .formatted(function, String.join(", ", holders), node));
            }
        }
    }

    private void toVfio(PciAddress function) throws KernelException {
        Optional<String> driver = sysfs.driver(function);
        if (driver.filter(Sysfs::isVfio).isPresent()) {
            return;
        }
        // Asked before anything is taken away: without the module the function would be left with no driver at all.
        checkLoaded(function, Sysfs.VFIO);
        write(function, "driver_override", Sysfs.VFIO);
        if (driver.isPresent()) {
            kernel.write(Sysfs.DEVICES + "/" + function + "/driver/unbind", function.toString());
        }
        bind(function, Sysfs.VFIO);
    }

    /** By the driver's own door, not {@code drivers_probe}, which says nothing when the driver does not take it. */
    private void bind(PciAddress function, String driver) throws KernelException {
        checkLoaded(function, driver);
        kernel.write(Sysfs.DRIVERS + "/" + driver + "/bind", function.toString());
        Optional<String> now = sysfs.driver(function);
        if (now.filter(driver::equals).isEmpty()) {
            throw refused(
                    function,
                    "%s was bound to %s but is on %s; see what else binds drivers on this host"
                            .formatted(function, driver, now.orElse("no driver")));
        }
    }

    private void checkLoaded(PciAddress function, String driver) throws KernelException {
        if (sysfs.names(Sysfs.DRIVERS + "/" + driver).isEmpty()) {
            throw new KernelException(
                    Sysfs.DRIVERS + "/" + driver,
                    Reason.GONE,
                    "%s needs driver %s, which is not loaded: modprobe %s".formatted(function, driver, driver));
        }
    }

    /** Nothing is bound while a member of its group belongs to somebody else. */
    private void checkGroups(Collection<PciAddress> unit) throws KernelException {
        for (PciAddress function : unit) {
            sysfs.present(function);
            int group = groupOf(function);
            for (String member : sysfs.members(group)) {
                if (PciAddress.tryParse(member).filter(unit::contains).isEmpty() && !standsAside(member)) {
                    throw refused(
                            function,
                            "IOMMU group %d of %s also holds %s%s; they can only be given away together"
                                    .formatted(group, function, member, owner(member)));
                }
            }
        }
    }

    private boolean standsAside(String member) throws KernelException {
        Optional<PciAddress> bridge = PciAddress.tryParse(member);
        return bridge.isPresent()
                && sysfs.attribute(bridge.get(), "class")
                        .filter(code -> code.startsWith(BRIDGE))
                        .isPresent()
                && sysfs.driver(bridge.get())
                        .filter(name -> !name.equals("pcieport") && !name.equals("pci-stub") && !Sysfs.isVfio(name))
                        .isEmpty();
    }

    private String owner(String member) throws KernelException {
        return sysfs.linkedName(Sysfs.DEVICES + "/" + member, "driver")
                .map(name -> ", which driver " + name + " of the host has")
                .orElse("");
    }

    private int groupOf(PciAddress function) throws KernelException {
        return sysfs.group(function)
                .orElseThrow(
                        () -> refused(
                                function,
                                function
                                        + " has no IOMMU group; switch the IOMMU on in the firmware and with the kernel option intel_iommu=on or amd_iommu=on"));
    }

    private void write(PciAddress function, String attribute, String value) throws KernelException {
        kernel.write(Sysfs.DEVICES + "/" + function + "/" + attribute, value);
    }

    private static KernelException refused(PciAddress function, String message) {
        return new KernelException(Sysfs.DEVICES + "/" + function, Reason.REFUSED, message);
    }
}
