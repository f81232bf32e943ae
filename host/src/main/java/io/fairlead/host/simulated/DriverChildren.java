package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.tree.MemoryTree;
import io.fairlead.host.tree.WritableTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a driver shows while it has a function: network interfaces, disks, types of mediated devices. */
final class DriverChildren {
    private static final String ETHERNET = "0x0200";

    /** Directories of a function that are there without a driver. */
    private static final Set<String> OF_THE_BUS = Set.of("power", "link", "msi_irqs", "pcie");

    private record Key(PciAddress address, String driver) {}

    private final Board board;
    private final VfSettingsTable settings;
    private final Map<Key, MemoryTree> seen = new HashMap<>();
    private int vfioDevices;

    DriverChildren(Board board, VfSettingsTable settings) {
        this.board = board;
        this.settings = settings;
    }

    /** Takes away what the driver showed, and keeps it for the next time. */
    void vanish(PciAddress address, String driver) {
        String path = board.device(address).orElseThrow();
        MemoryTree kept = new MemoryTree();
        for (String link : classLinks(path)) {
            WritableTree.copy(board.tree(), link, kept);
            board.tree().remove(link);
        }
        for (String child : children(path)) {
            WritableTree.copy(board.tree(), child, kept);
            board.tree().remove(child);
        }
        if (!Sysfs.isVfio(driver)) {
            seen.put(new Key(address, driver), kept);
        }
        showDriver(path, Optional.empty());
    }

    void appear(PciAddress address, String driver) {
        String path = board.device(address).orElseThrow();
        showDriver(path, Optional.of(driver));
        MemoryTree kept = seen.get(new Key(address, driver));
        if (Sysfs.isVfio(driver)) {
            board.tree().directory(path + "/vfio-dev/vfio" + vfioDevices++);
        } else if (kept != null) {
            WritableTree.copy(kept, "", board.tree());
        } else if (board.attribute(address, "class").orElse("").startsWith(ETHERNET)) {
            addInterface(path);
        }
        for (String name : board.names(path + "/net")) {
            settings.macOf(path).ifPresent(mac -> board.tree().file(path + "/net/" + name + "/address", mac.text()));
        }
    }

    void forget(PciAddress address) {
        seen.keySet().removeIf(key -> key.address().equals(address));
    }

    private void addInterface(String path) {
        int number = 0;
        while (board.exists("sys/class/net/eth" + number)) {
            number++;
        }
        String name = "eth" + number;
        String below = path + "/net/" + name;
        board.tree().file(below + "/address", "52:54:00:ff:00:%02x".formatted(number & 0xff));
        board.link(below + "/device", path);
        board.link("sys/class/net/" + name, below);
    }

    private List<String> classLinks(String path) {
        return board.names("sys/class").stream()
                .flatMap(
                        type -> board.names("sys/class/" + type).stream().map(name -> "sys/class/" + type + "/" + name))
                .filter(link -> board.follow(link)
                        .filter(target ->
                                children(path).stream().anyMatch(child -> (target + "/").startsWith(child + "/"))
                                        || target.equals(path))
                        .isPresent())
                .toList();
    }

    private List<String> children(String path) {
        return board.names(path).stream()
                .filter(name -> !OF_THE_BUS.contains(name)
                        && PciAddress.tryParse(name).isEmpty()
                        && board.follow(path + "/" + name).isEmpty()
                        && !board.names(path + "/" + name).isEmpty())
                .map(name -> path + "/" + name)
                .toList();
    }

    private void showDriver(String path, Optional<String> driver) {
        board.text(path + "/uevent")
                .ifPresent(text -> board.tree()
                        .file(
                                path + "/uevent",
                                String.join(
                                        "\n",
                                        Stream.concat(
                                                        driver.map(name -> "DRIVER=" + name).stream(),
                                                        text.lines().filter(line -> !line.startsWith("DRIVER=")))
                                                .toList())));
    }
}
