package io.fairlead.host.kernel;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.KernelException.Reason;
import io.fairlead.host.tree.HostRoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Where things are in sysfs, and what they say right now. What is there and cannot be read is an exception. */
public final class Sysfs {
    public static final String DEVICES = "sys/bus/pci/devices";
    public static final String DRIVERS = "sys/bus/pci/drivers";
    public static final String GROUPS = "sys/kernel/iommu_groups";
    public static final String MDEV_DEVICES = "sys/bus/mdev/devices";
    public static final String MDEV_PARENTS = "sys/class/mdev_bus";
    public static final String VFIO = "vfio-pci";

    private static final int LIMIT = 64 << 10;

    private final HostRoot root;

    public Sysfs(HostRoot root) {
        this.root = root;
    }

    /** The directory of a function; nothing if there is no such function. */
    public Optional<String> device(PciAddress address) throws KernelException {
        return follow(DEVICES + "/" + address);
    }

    /** The directory of a function. */
    public String present(PciAddress address) throws KernelException {
        return device(address)
                .orElseThrow(() -> new KernelException(
                        DEVICES + "/" + address,
                        Reason.GONE,
                        "%s is not in the machine any more; see whether the card is plugged in, then rescan: echo 1 > /sys/bus/pci/rescan"
                                .formatted(address)));
    }

    /** The text of one of a function's attributes. */
    public Optional<String> attribute(PciAddress address, String name) throws KernelException {
        Optional<String> directory = device(address);
        return directory.isEmpty() ? Optional.empty() : text(directory.get() + "/" + name);
    }

    /** The driver that a function is bound to. */
    public Optional<String> driver(PciAddress address) throws KernelException {
        return linkedName(DEVICES + "/" + address, "driver");
    }

    /** The IOMMU group of a function. */
    public OptionalInt group(PciAddress address) throws KernelException {
        return number(linkedName(DEVICES + "/" + address, "iommu_group"));
    }

    /** All that is in an IOMMU group, by name. */
    public List<String> members(int group) throws KernelException {
        return names(GROUPS + "/" + group + "/devices");
    }

    /** The function that made a virtual one. */
    public Optional<PciAddress> physicalFunction(PciAddress address) throws KernelException {
        return linkedName(DEVICES + "/" + address, "physfn").flatMap(PciAddress::tryParse);
    }

    /** Whether it keeps a device ready to be given away. */
    public static boolean isVfio(String driver) {
        return driver.contains("vfio");
    }

    /** Last step of where a link below a linked directory leads. */
    public Optional<String> linkedName(String entry, String link) throws KernelException {
        Optional<String> directory = follow(entry);
        return directory.isEmpty()
                ? Optional.empty()
                : follow(directory.get() + "/" + link).map(path -> path.substring(path.lastIndexOf('/') + 1));
    }

    public Optional<String> follow(String path) throws KernelException {
        return ask(path, () -> root.follow(path));
    }

    /** The names in a directory; none if it is not there. */
    public List<String> names(String path) throws KernelException {
        return ask(path, () -> root.list(path)).orElse(List.of());
    }

    /** Whether a directory has an entry of that name. */
    public boolean has(String directory, String name) throws KernelException {
        return ask(directory, () -> Optional.of(root.has(directory, name))).orElse(false);
    }

    /** A file's text without the space around it. */
    public Optional<String> text(String path) throws KernelException {
        return ask(path, () -> root.read(path, LIMIT)).map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
    }

    /** A file's number. */
    public OptionalInt number(String path) throws KernelException {
        return number(text(path));
    }

    static OptionalInt number(Optional<String> text) {
        return text.filter(digits -> digits.matches("[0-9]{1,9}")).stream()
                .mapToInt(Integer::parseInt)
                .findFirst();
    }

    private interface Question<T> {
        Optional<T> ask() throws IOException;
    }

    private static <T> Optional<T> ask(String path, Question<T> question) throws KernelException {
        try {
            return question.ask();
        } catch (IOException unreadable) {
            throw new KernelException(path, Reason.REFUSED, "/%s %s".formatted(path, unreadable.getMessage()));
        }
    }
}
