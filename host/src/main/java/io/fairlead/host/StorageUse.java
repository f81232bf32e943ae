package io.fairlead.host;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The host's disks, which functions carry them, and what the host uses them for, through every layer in between. */
final class StorageUse {
    private final Map<PciAddress, List<Disk>> disks;
    private final Optional<String> unknown;

    private StorageUse(Map<PciAddress, List<Disk>> disks, Optional<String> unknown) {
        this.disks = disks;
        this.unknown = unknown;
    }

    static StorageUse read(TreeReader tree) {
        Optional<BlockDevices> blocks = BlockDevices.read(tree);
        if (blocks.isEmpty()) {
            return new StorageUse(Map.of(), Optional.of("the host's disks are not known"));
        }
        MountedBlocks mounted = MountedBlocks.read(tree, blocks.get());
        Map<String, NavigableSet<String>> uses = spread(blocks.get(), mounted.uses());
        Map<PciAddress, List<Disk>> disks = new TreeMap<>(mounted.shares());
        for (BlockDevice block : blocks.get().all()) {
            Disk disk = new Disk(block.name(), List.copyOf(uses.getOrDefault(block.name(), new TreeSet<>())));
            for (PciAddress function : block.functions()) {
                disks.merge(function, List.of(disk), Lists::joined);
            }
        }
        return new StorageUse(disks, mounted.unknown().or(() -> unclear(blocks.get(), uses.keySet())));
    }

    List<Disk> of(PciAddress function) {
        return disks.getOrDefault(function, List.of());
    }

    /** Why nobody can say what the disks are used for. */
    Optional<String> unknown() {
        return unknown;
    }

    /** What is mounted is used with all that it is built on; and what something is built on is used, mounted or not. */
    private static Map<String, NavigableSet<String>> spread(
            BlockDevices blocks, Map<String, NavigableSet<String>> mounted) {
        Map<String, NavigableSet<String>> uses = new TreeMap<>();
        for (BlockDevice top : blocks.all()) {
            NavigableSet<String> ofTop = new TreeSet<>(mounted.getOrDefault(top.name(), new TreeSet<>()));
            if (top.isBuiltOnOthers()) {
                ofTop.add(top.name());
            }
            if (!ofTop.isEmpty()) {
                for (String below : blocks.below(top)) {
                    uses.computeIfAbsent(below, _ -> new TreeSet<>()).addAll(ofTop);
                }
            }
        }
        mounted.forEach(
                (name, of) -> uses.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(of));
        return uses;
    }

    /** Every device that is used must be there, and lead down to something. */
    private static Optional<String> unclear(BlockDevices blocks, Set<String> used) {
        return used.stream()
                .filter(name ->
                        blocks.named(name).filter(block -> !block.lacksDisk()).isEmpty())
                .map(name -> "nothing tells which disks are behind " + name)
                .findFirst();
    }
}
