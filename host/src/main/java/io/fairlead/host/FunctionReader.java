package io.fairlead.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Reads one function. Without its ids, class, driver or group nobody could say what it is or whether it is in use, so a
 * function that does not show them is left out with a warning; the rest has a plain value for "not known".
 */
final class FunctionReader {
    static final String DEVICES = "sys/bus/pci/devices";

    private final TreeReader tree;
    private final NetworkUse network;
    private final StorageUse storage;

    FunctionReader(TreeReader tree, NetworkUse network, StorageUse storage) {
        this.tree = tree;
        this.network = network;
        this.storage = storage;
    }

    Optional<PciFunction> read(String name) {
        String entry = DEVICES + "/" + name;
        try {
            PciAddress address = PciAddress.tryParse(name).orElseThrow(() -> new LeftOut("is not a PCI address"));
            String path = tree.follow(entry).orElseThrow(() -> new LeftOut("is not a link to a device"));
            return Optional.of(new Attributes(path).function(address));
        } catch (LeftOut reason) {
            tree.warn(entry, reason.getMessage() + "; the function is left out");
            return Optional.empty();
        }
    }

    /** The function has not been read in time, and nobody knows what it is doing. */
    void late(String name) {
        tree.warn(
                DEVICES + "/" + name,
                "does not answer: its driver hangs, or it is being reset, see dmesg; the function is left out");
    }

    /** Says why a function is left out. */
    private static final class LeftOut extends Exception {
        private static final long serialVersionUID = 1;

        LeftOut(String message) {
            super(message, null, false, false);
        }
    }

    /** The attributes of one function's directory. */
    private final class Attributes {
        private final String path;
        private final List<String> names;

        Attributes(String path) throws LeftOut {
            this.path = path;
            this.names = tree.list(path).orElseThrow(() -> new LeftOut("leads to " + path + ", which is not there"));
        }

        PciFunction function(PciAddress address) throws LeftOut {
            List<PciAddress> onPath = DevicePath.functions(path);
            if (onPath.isEmpty() || !onPath.getLast().equals(address)) {
                throw new LeftOut("leads to " + path + ", another device");
            }
            Uevent uevent = new Uevent(text("uevent"));
            PciClass type = type(uevent);
            return new PciFunction(
                    address,
                    id(uevent),
                    subsystem(uevent),
                    type,
                    has("revision") ? hex("revision", 2) : 0,
                    driver(),
                    group(),
                    numaNode(),
                    DevicePath.root(path).orElse(""),
                    onPath.subList(0, onPath.size() - 1),
                    link(),
                    bars(),
                    // The kernel says 0 or 1 of every VGA display; one that says neither may be the one.
                    type.isVga() && !text("boot_vga").equals("0"),
                    words("reset_method"),
                    sriov(),
                    network.of(address),
                    storage.of(address));
        }

        private boolean has(String name) {
            return Collections.binarySearch(names, name) >= 0;
        }

        private String text(String name) {
            return has(name) ? tree.text(path + "/" + name).orElse("") : "";
        }

        private List<String> words(String name) {
            String text = text(name);
            return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
        }

        private int hex(String name, int digits) throws LeftOut {
            String text = text(name);
            OptionalInt number = Uevent.hex(text, digits);
            if (number.isEmpty()) {
                throw new LeftOut("has no usable " + name + (text.isEmpty() ? "" : " but " + TreeReader.quoted(text)));
            }
            return number.getAsInt();
        }

        private PciId id(Uevent uevent) throws LeftOut {
            Optional<PciId> id = uevent.id();
            return id.isPresent() ? id.get() : new PciId(hex("vendor", 4), hex("device", 4));
        }

        private PciClass type(Uevent uevent) throws LeftOut {
            Optional<PciClass> type = uevent.type();
            return type.isPresent() ? type.get() : new PciClass(hex("class", 6));
        }

        /** Bridges and some built-in functions have no maker of their own and say 0. */
        private Optional<PciId> subsystem(Uevent uevent) throws LeftOut {
            Optional<PciId> id = uevent.subsystem();
            if (id.isEmpty() && has("subsystem_vendor") && has("subsystem_device")) {
                id = Optional.of(new PciId(hex("subsystem_vendor", 4), hex("subsystem_device", 4)));
            }
            return id.filter(known -> known.vendor() != 0);
        }

        private Optional<String> linkedName(String name) throws LeftOut {
            if (!has(name)) {
                return Optional.empty();
            }
            return Optional.of(
                    tree.linkedName(path + "/" + name).orElseThrow(() -> new LeftOut("has an unusable link " + name)));
        }

        /** Comes and goes while the function stays: one that has just let go took its link along. */
        private Optional<String> driver() throws LeftOut {
            try {
                return linkedName("driver");
            } catch (LeftOut unusable) {
                if (tree.names(path).contains("driver")) {
                    throw unusable;
                }
                return Optional.empty();
            }
        }

        private OptionalInt group() throws LeftOut {
            Optional<String> group = linkedName("iommu_group");
            if (group.isEmpty()) {
                return OptionalInt.empty();
            }
            OptionalInt number = Groups.number(group.get());
            if (number.isEmpty()) {
                throw new LeftOut("is in an IOMMU group without a number: " + TreeReader.quoted(group.get()));
            }
            return number;
        }

        private OptionalInt numaNode() {
            OptionalInt node = has("numa_node") ? tree.number(path + "/numa_node") : OptionalInt.empty();
            return node.isPresent() && node.getAsInt() >= 0 ? node : OptionalInt.empty();
        }

        /** A virtual function uses the link of its maker; its own registers about one are empty by specification. */
        private Optional<PciLink> link() {
            if (has("physfn") || !has("current_link_speed") || !has("max_link_speed")) {
                return Optional.empty();
            }
            return Optional.of(new PciLink(
                    text("current_link_speed"),
                    lanes("current_link_width"),
                    text("max_link_speed"),
                    lanes("max_link_width")));
        }

        private int lanes(String name) {
            return has(name) ? tree.number(path + "/" + name).orElse(0) : 0;
        }

        private List<PciBar> bars() {
            List<PciBar> bars = new ArrayList<>();
            List<String> lines = text("resource").lines().limit(6).toList();
            for (int index = 0; index < lines.size(); index++) {
                ResourceLine.bar(index, lines.get(index)).ifPresent(bars::add);
            }
            return bars;
        }

        private Sriov sriov() throws LeftOut {
            Optional<String> physical = linkedName("physfn");
            if (physical.isPresent()) {
                return new Sriov.Virtual(PciAddress.tryParse(physical.get())
                        .orElseThrow(() -> new LeftOut("has a physical function without an address")));
            }
            NavigableMap<Integer, PciAddress> made = new TreeMap<>();
            for (String name : names) {
                if (name.startsWith("virtfn")) {
                    OptionalInt index = Groups.number(name.substring("virtfn".length()));
                    Optional<PciAddress> address = linkedName(name).flatMap(PciAddress::tryParse);
                    if (index.isEmpty() || address.isEmpty()) {
                        throw new LeftOut("has an unusable link " + name);
                    }
                    made.put(index.getAsInt(), address.get());
                }
            }
            return made.isEmpty() && !has("sriov_totalvfs")
                    ? new Sriov.None()
                    : new Sriov.Physical(tree.number(path + "/sriov_totalvfs").orElse(made.size()), made);
        }
    }
}
