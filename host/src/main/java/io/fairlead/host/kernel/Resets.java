package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException.Reason;
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
        if (bridge.isEmpty()) {
            return functionByFunction(all, "other functions are on it");
        }
        List<String> refusals = new ArrayList<>();
        if (sysfs.names(sysfs.present(bridge.get())).contains("reset_subordinate")
                && works(
                        refusals, () -> kernel.write(Sysfs.DEVICES + "/" + bridge.get() + "/reset_subordinate", "1"))) {
            return new Reset.Done(Reset.How.BRIDGE);
        }
        if (allOnVfio(all) && works(refusals, () -> kernel.hotReset(all))) {
            return new Reset.Done(Reset.How.BUS);
        }
        return functionByFunction(
                all,
                refusals.isEmpty()
                        ? "the kernel has no reset_subordinate and not all functions are on " + Sysfs.VFIO
                        : String.join(", and ", refusals));
    }

    private interface Way {
        void go() throws KernelException;
    }

    /** Some bridges have a way and refuse it; then there may be another. */
    private static boolean works(List<String> refusals, Way way) throws KernelException {
        try {
            way.go();
            return true;
        } catch (KernelException e) {
            if (e.reason() != Reason.REFUSED) {
                throw e;
            }
            refusals.add(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private Reset functionByFunction(List<PciAddress> functions, String whyNotTheBus) throws KernelException {
        List<String> without = new ArrayList<>();
        for (PciAddress function : functions) {
            if (!hasReset(function)) {
                without.add(function.toString());
            }
        }
        if (!without.isEmpty()) {
            return new Reset.Impossible("%s: no function reset, and the bus cannot be reset because %s"
                    .formatted(String.join(", ", without), whyNotTheBus));
        }
        for (PciAddress function : functions) {
            kernel.write(Sysfs.DEVICES + "/" + function + "/reset", "1");
        }
        return new Reset.OneByOne(whyNotTheBus);
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
