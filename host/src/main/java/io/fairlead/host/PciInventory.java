package io.fairlead.host;

import io.fairlead.host.tree.HostRoot;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is in a machine.
 *
 * @param functions every PCI function that could be read, in order
 * @param cards what the physical functions make up, bridges included, in order
 * @param groups every IOMMU group, in order
 * @param units what can travel, in the order of the first function; a function that is not a bridge is in exactly one
 * @param mdevParents what can make mediated devices
 * @param vdpaDevices what there is of vDPA
 * @param warnings what could not be read; each names its file
 */
public record PciInventory(
        List<PciFunction> functions,
        List<PciCard> cards,
        List<IommuGroup> groups,
        List<PassthroughUnit> units,
        List<MdevParent> mdevParents,
        List<VdpaDevice> vdpaDevices,
        List<String> warnings) {
    /** Far more than a few dozen short files take, also on a machine that is emulated and busy: who hangs does so for good. */
    private static final Duration PER_DEVICE = Duration.ofSeconds(30);

    public PciInventory {
        functions = List.copyOf(functions);
        cards = List.copyOf(cards);
        groups = List.copyOf(groups);
        units = List.copyOf(units);
        mdevParents = List.copyOf(mdevParents);
        vdpaDevices = List.copyOf(vdpaDevices);
        warnings = List.copyOf(warnings);
    }

    /** Reads a host. What cannot be read becomes a warning, never an exception, and counts as in use. */
    public static PciInventory scan(HostRoot root) {
        return scan(root, PER_DEVICE);
    }

    static PciInventory scan(HostRoot root, Duration perDevice) {
        TreeReader tree = new TreeReader(root);
        NetworkUse network = NetworkUse.read(tree);
        StorageUse storage = StorageUse.read(tree);
        FunctionReader reader = new FunctionReader(tree, network, storage);
        Optional<List<String>> names = tree.list(FunctionReader.DEVICES);
        if (names.isEmpty()) {
            tree.warn(FunctionReader.DEVICES, "is not there: a host without PCI, or not a host's tree");
        }
        // A big machine has thousands of functions with a dozen files each, and the kernel answers on all processors.
        List<PciFunction> functions =
                SideBySide.read(root, names.orElse(List.of()), perDevice, reader::read, reader::late).stream()
                        .sorted(Comparator.comparing(PciFunction::address))
                        .toList();
        List<IommuGroup> groups = Groups.read(tree, functions);
        List<MdevParent> mdevParents = new MdevReader(tree).read(root, perDevice);
        List<VdpaDevice> vdpaDevices = VdpaReader.read(tree);
        Obstacles obstacles = new Obstacles(functions, mdevParents, vdpaDevices, network.unknown(), storage.unknown());
        return new PciInventory(
                functions,
                cards(functions),
                groups,
                new Units(functions, groups, obstacles).all(),
                mdevParents,
                vdpaDevices,
                tree.warnings());
    }

    private static List<PciCard> cards(List<PciFunction> functions) {
        Map<PciAddress, List<PciFunction>> bySlot = new TreeMap<>();
        for (PciFunction function : functions) {
            if (!function.isVirtual()) {
                bySlot.merge(function.address().withFunction(0), List.of(function), Lists::joined);
            }
        }
        return bySlot.values().stream().map(PciCard::new).toList();
    }

    public Optional<PciFunction> function(PciAddress address) {
        return functions.stream()
                .filter(function -> function.address().equals(address))
                .findFirst();
    }

    /** The card that a physical function belongs to. */
    public Optional<PciCard> card(PciAddress function) {
        return cards.stream()
                .filter(card -> card.addresses().contains(function))
                .findFirst();
    }

    /** The unit that a function travels with; none for a bridge. */
    public Optional<PassthroughUnit> unit(PciAddress function) {
        return units.stream()
                .filter(unit -> unit.addresses().contains(function))
                .findFirst();
    }

    /** Whether a whole card may be given away: all its units may, and none of them reaches beyond it. */
    public Offer offer(PciCard card) {
        List<PciAddress> own = card.addresses();
        return Offer.despite(card.functions().stream()
                .flatMap(function -> unit(function.address())
                        .map(unit -> Stream.concat(obstacles(unit.offer()), beyond(unit, own)))
                        .orElseGet(() -> Stream.of(new Obstacle.Bridge(function.address()))))
                .distinct()
                .toList());
    }

    private static Stream<Obstacle> obstacles(Offer offer) {
        return switch (offer) {
            case Offer.Offerable _ -> Stream.empty();
            case Offer.Withheld(var obstacles) -> obstacles.stream();
        };
    }

    private static Stream<Obstacle> beyond(PassthroughUnit unit, List<PciAddress> own) {
        return unit.primary().iommuGroup().stream()
                .boxed()
                .flatMap(group -> unit.addresses().stream()
                        .filter(address -> !own.contains(address))
                        .map(address -> new Obstacle.SharesGroup(group, address + " of another card")));
    }
}
