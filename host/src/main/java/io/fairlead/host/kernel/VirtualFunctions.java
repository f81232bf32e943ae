package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException.Reason;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Makes virtual functions, removes them, and says what they may do. */
public final class VirtualFunctions {
    private static final String INDEX = "virtfn";

    private final Kernel kernel;
    private final Sysfs sysfs;

    public VirtualFunctions(Kernel kernel) {
        this.kernel = kernel;
        this.sysfs = new Sysfs(kernel.root());
    }

    /** Those that a physical function has made, by index. */
    public NavigableMap<Integer, PciAddress> of(PciAddress physical) throws KernelException {
        NavigableMap<Integer, PciAddress> made = new TreeMap<>();
        for (String name : sysfs.names(sysfs.present(physical))) {
            if (name.startsWith(INDEX)) {
                OptionalInt index = Sysfs.number(Optional.of(name.substring(INDEX.length())));
                Optional<PciAddress> address =
                        sysfs.linkedName(Sysfs.DEVICES + "/" + physical, name).flatMap(PciAddress::tryParse);
                if (index.isPresent() && address.isPresent()) {
                    made.put(index.getAsInt(), address.get());
                }
            }
        }
        return made;
    }

    /**
     * Makes it have that many. The kernel knows no other way to another number than to remove all first.
     *
     * @throws KernelException with {@link Reason#BUSY} while a process has one open: the kernel would wait for that one
     */
    public NavigableMap<Integer, PciAddress> resize(PciAddress physical, int count) throws KernelException {
        String path = Sysfs.DEVICES + "/" + physical;
        int total = Sysfs.number(sysfs.attribute(physical, "sriov_totalvfs")).orElse(0);
        if (count < 0 || count > total) {
            throw new KernelException(
                    path,
                    Reason.REFUSED,
                    total == 0
                            ? physical + " cannot make virtual functions; see that SR-IOV is on in the firmware"
                            : "%s cannot make %d virtual functions; use 0 to %d".formatted(physical, count, total));
        }
        // Counted, because who reads sriov_numvfs waits for whoever writes it just now, without a deadline.
        NavigableMap<Integer, PciAddress> now = of(physical);
        if (now.size() != count) {
            Binding binding = new Binding(kernel);
            for (PciAddress function : now.values()) {
                binding.checkIdle(function);
            }
            if (!now.isEmpty()) {
                kernel.write(path + "/sriov_numvfs", "0");
            }
            if (count != 0) {
                kernel.write(path + "/sriov_numvfs", Integer.toString(count));
            }
        }
        return of(physical);
    }

    /** Tells its physical function about a virtual one, before anybody drives it. */
    public void configure(PciAddress function, VfSettings settings) throws KernelException {
        if (!settings.equals(VfSettings.UNCHANGED)) {
            Place place = place(function);
            kernel.setVirtualFunction(place.physicalInterface(), place.index(), settings);
        }
    }

    /** What its physical function was told about a virtual one. */
    public VfSettings settings(PciAddress function) throws KernelException {
        Place place = place(function);
        return kernel.virtualFunction(place.physicalInterface(), place.index());
    }

    /** Takes back what {@link #configure} set; one that is no longer there has nothing to take back. */
    public void clear(PciAddress function, VfSettings settings) throws KernelException {
        if (sysfs.device(function).isEmpty()) {
            return;
        }
        configure(
                function,
                new VfSettings(
                        settings.mac().flatMap(_ -> VfSettings.CLEARED.mac()),
                        settings.vlan().isPresent() ? VfSettings.CLEARED.vlan() : OptionalInt.empty(),
                        settings.trust().flatMap(_ -> VfSettings.CLEARED.trust())));
    }

    private record Place(String physicalInterface, int index) {}

    private Place place(PciAddress function) throws KernelException {
        PciAddress physical = sysfs.physicalFunction(function)
                .orElseThrow(() -> refused(
                        function,
                        function + " is not a virtual function, so it takes no MAC, VLAN or trust from here"));
        List<String> interfaces = sysfs.names(sysfs.present(physical) + "/net");
        if (interfaces.isEmpty()) {
            throw refused(
                    function,
                    "physical function %s of %s has no network interface here: %s"
                            .formatted(
                                    physical,
                                    function,
                                    sysfs.driver(physical)
                                            .map(driver ->
                                                    "driver %s shows none in this network namespace".formatted(driver))
                                            .orElse("it has no driver")));
        }
        for (Map.Entry<Integer, PciAddress> made : of(physical).entrySet()) {
            if (made.getValue().equals(function)) {
                return new Place(interfaces.getFirst(), made.getKey());
            }
        }
        throw refused(function, "%s is not among the virtual functions of %s".formatted(function, physical));
    }

    private static KernelException refused(PciAddress function, String message) {
        return new KernelException(Sysfs.DEVICES + "/" + function, Reason.REFUSED, message);
    }
}
