package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.host.tree.WritableTree;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Functions that leave the machine and come back. */
final class Slots {
    private final Board board;
    private final DriverBus drivers;
    private final VfioGroups groups;
    private final VirtualFunctionMaker maker;

    /**
     * A function that is out.
     *
     * @param path of its directory
     * @param content of its directory
     * @param group that it was in
     */
    private record Out(String path, MemoryTree content, Optional<String> group) {}

    private final Map<PciAddress, Out> out = new TreeMap<>();

    Slots(Board board, DriverBus drivers, VfioGroups groups, VirtualFunctionMaker maker) {
        this.board = board;
        this.drivers = drivers;
        this.groups = groups;
        this.maker = maker;
    }

    /** Takes a function out, and what is behind it. Its virtual functions go for good. */
    void remove(PciAddress address) throws Refused {
        String path = board.present(address);
        for (PciAddress behind : behind(path)) {
            if (board.device(behind).isPresent()) {
                remove(behind);
            }
        }
        drivers.locked(address, () -> {
            maker.removeAll(address);
            drivers.detach(address);
            board.tree().remove(Sysfs.DEVICES + "/" + address);
            Optional<String> group = board.linkedName(path + "/iommu_group");
            groups.leave(path);
            board.tree().remove(path + "/iommu_group");
            MemoryTree content = new MemoryTree();
            WritableTree.copy(board.tree(), path, content);
            board.tree().remove(path);
            board.uevent();
            out.put(address, new Out(path, content.file(path + "/driver_override", "(null)"), group));
        });
    }

    /** Puts back all that is out and has its slot. */
    void putBackAll() throws Refused {
        putBack(List.copyOf(out.keySet()));
    }

    /** Puts functions back; those that shared a group share one again, of whatever number is free. */
    void putBack(List<PciAddress> addresses) throws Refused {
        Map<String, String> numbers = new HashMap<>();
        SequencedMap<PciAddress, Out> returning = new LinkedHashMap<>();
        for (PciAddress address : addresses) {
            Out function = out.remove(address);
            if (function != null) {
                WritableTree.copy(function.content(), function.path(), board.tree());
                function.group()
                        .ifPresent(old ->
                                groups.enter(function.path(), numbers.computeIfAbsent(old, _ -> numberFor(old))));
                board.link(Sysfs.DEVICES + "/" + address, function.path());
                returning.put(address, function);
            }
        }
        for (PciAddress address : returning.keySet()) {
            drivers.probe(address);
        }
        board.uevent();
    }

    /** A group that still has other functions of the machine takes its old members back. */
    private String numberFor(String old) {
        boolean waiting = board.names(Sysfs.GROUPS + "/" + old + "/devices").stream()
                .anyMatch(name ->
                        PciAddress.tryParse(name).filter(this::isPhysical).isPresent());
        return waiting ? old : groups.free();
    }

    private boolean isPhysical(PciAddress address) {
        return board.device(address)
                .filter(path -> !board.exists(path + "/physfn"))
                .isPresent();
    }

    private List<PciAddress> behind(String path) {
        return board.names(path).stream()
                .flatMap(name -> PciAddress.tryParse(name).stream())
                .toList();
    }
}
