package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Lets functions start from the same state for everyone who gets them. */
public final class Resets {
    private final Kernel kernel;
    private final Sysfs sysfs;

    public Resets(Kernel kernel) {
        this.kernel = kernel;
        this.sysfs = new Sysfs(kernel.root());
    }

    /**
     * Resets one function in the way that the kernel prefers, if it has one. Never under a driver of the host: some wait
     * for ever in the kernel when their function is reset.
     */
    public Reset function(PciAddress function) throws KernelException {
        Optional<String> driver = hostDriver(List.of(function));
        if (driver.isPresent()) {
            return new Reset.Impossible(driver.get());
        }
        if (!hasReset(function)) {
            return new Reset.Impossible(function + " has no function reset");
        }
        kernel.write(Sysfs.DEVICES + "/" + function + "/reset", "1");
        return new Reset.Done(Reset.How.FUNCTION);
    }

    /**
     * Resets a whole card: the bus, if the card is alone behind its bridge, because only that brings all its parts to the
     * state that they have after power on; otherwise function by function.
     */
    public Reset card(Collection<PciAddress> functions) throws KernelException {
        List<PciAddress> all = List.copyOf(new TreeSet<>(functions));
        Optional<String> driver = hostDriver(all);
        if (driver.isPresent()) {
            return new Reset.Impossible(driver.get());
        }
        Optional<PciAddress> bridge = bridgeOfItsOwn(all);
        if (bridge.isPresent()) {
            String subordinate = Sysfs.DEVICES + "/" + bridge.get() + "/reset_subordinate";
            if (sysfs.names(sysfs.present(bridge.get())).contains("reset_subordinate")) {
                kernel.write(subordinate, "1");
                return new Reset.Done(Reset.How.BRIDGE);
            }
            if (allOnVfio(all)) {
                kernel.hotReset(all);
                return new Reset.Done(Reset.How.BUS);
            }
        }
        return functionByFunction(all, bridge.isPresent());
    }

    private Reset functionByFunction(List<PciAddress> functions, boolean alone) throws KernelException {
        List<String> without = new ArrayList<>();
        for (PciAddress function : functions) {
            if (!hasReset(function)) {
                without.add(function.toString());
            }
        }
        if (!without.isEmpty()) {
            return new Reset.Impossible("%s: no function reset, and the bus cannot be reset because %s"
                    .formatted(
                            String.join(", ", without),
                            alone
                                    ? "the kernel has no reset_subordinate and not all functions are on " + Sysfs.VFIO
                                    : "other functions are on it"));
        }
        for (PciAddress function : functions) {
            kernel.write(Sysfs.DEVICES + "/" + function + "/reset", "1");
        }
        return new Reset.Done(Reset.How.FUNCTION);
    }

    /** The bridge that has these functions, and only these, behind it. */
    private Optional<PciAddress> bridgeOfItsOwn(List<PciAddress> functions) throws KernelException {
        String path = sysfs.present(functions.getFirst());
        String above = path.substring(0, path.lastIndexOf('/'));
        List<PciAddress> behind = sysfs.names(above).stream()
                .flatMap(name -> PciAddress.tryParse(name).stream())
                .sorted()
                .toList();
        return behind.equals(functions)
                ? PciAddress.tryParse(above.substring(above.lastIndexOf('/') + 1))
                : Optional.empty();
    }

    private Optional<String> hostDriver(List<PciAddress> functions) throws KernelException {
        for (PciAddress function : functions) {
            Optional<String> driver = sysfs.driver(function).filter(name -> !Sysfs.isVfio(name));
            if (driver.isPresent()) {
                return Optional.of("%s is with driver %s of the host; it is reset when it has been taken from it"
                        .formatted(function, driver.get()));
            }
        }
        return Optional.empty();
    }

    private boolean allOnVfio(List<PciAddress> functions) throws KernelException {
        for (PciAddress function : functions) {
            if (sysfs.driver(function).filter(Sysfs.VFIO::equals).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private boolean hasReset(PciAddress function) throws KernelException {
        return sysfs.names(sysfs.present(function)).contains("reset");
    }
}
