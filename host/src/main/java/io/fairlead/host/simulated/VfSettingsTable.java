package io.fairlead.host.simulated;

import io.fairlead.host.MacAddress;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Errno;
import io.fairlead.host.kernel.VfSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What physical functions were told about their virtual ones; gone when these are. */
final class VfSettingsTable {
    private record Key(PciAddress physical, int index) {}

    private final Board board;
    private final Map<Key, VfSettings> told = new HashMap<>();

    VfSettingsTable(Board board) {
        this.board = board;
    }

    VfSettings get(String physicalInterface, int index) throws Refused {
        return told.getOrDefault(key(physicalInterface, index), VfSettings.CLEARED);
    }

    void set(String physicalInterface, int index, VfSettings settings) throws Refused {
        told.merge(key(physicalInterface, index), VfSettings.CLEARED.with(settings), (old, _) -> old.with(settings));
    }

    void forget(PciAddress physical) {
        told.keySet().removeIf(key -> key.physical().equals(physical));
    }

    /** The address that a virtual function's driver finds. */
    Optional<MacAddress> macOf(String virtualFunction) {
        return board.follow(virtualFunction + "/physfn")
                .flatMap(physical -> board.names(physical).stream()
                        .filter(name -> name.startsWith("virtfn")
                                && board.linkedName(physical + "/" + name)
                                        .filter(Board.name(virtualFunction)::equals)
                                        .isPresent())
                        .findFirst()
                        .map(name -> told.get(new Key(
                                PciAddress.parse(Board.name(physical)),
                                Integer.parseInt(name.substring("virtfn".length())))))
                        .flatMap(VfSettings::mac)
                        .filter(mac -> !mac.equals(MacAddress.NONE)));
    }

    private Key key(String physicalInterface, int index) throws Refused {
        String path = board.follow("sys/class/net/" + physicalInterface).orElseThrow(() -> new Refused(Errno.ENODEV));
        String function = Board.parent(Board.parent(path));
        if (!board.exists(function + "/virtfn" + index)) {
            throw new Refused(board.exists(function + "/sriov_totalvfs") ? Errno.EINVAL : Errno.EOPNOTSUPP);
        }
        return new Key(PciAddress.parse(Board.name(function)), index);
    }
}
