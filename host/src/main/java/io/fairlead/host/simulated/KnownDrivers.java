package io.fairlead.host.simulated;

import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Sysfs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which driver takes which function by itself: what the machine shows, then what is well known. */
final class KnownDrivers {
    private static final Map<String, String> BY_ID =
            Map.of("8086:10c9", "igb", "8086:10ca", "igbvf", "8086:10d3", "e1000e", "8086:1572", "i40e");

    private static final Map<String, String> BY_CLASS =
            Map.of("0x0108", "nvme", "0x0403", "snd_hda_intel", "0x0604", "pcieport", "0x0c03", "xhci_hcd");

    /** Vendors whose displays have one driver. */
    private static final Map<String, String> BY_DISPLAY_VENDOR =
            Map.of("10de", "nvidia", "1002", "amdgpu", "8086", "i915");

    private final Board board;
    private final Map<String, String> learned = new HashMap<>();

    KnownDrivers(Board board) {
        this.board = board;
        for (PciAddress address : board.functions()) {
            board.driver(address)
                    .filter(driver -> !Sysfs.isVfio(driver) && !driver.equals("pci-stub"))
                    .ifPresent(driver -> learn(id(address), driver));
        }
    }

    void learn(String id, String driver) {
        learned.put(id, driver);
    }

    Optional<String> of(PciAddress address) {
        String id = id(address);
        String type = board.attribute(address, "class").orElse("");
        String known = learned.getOrDefault(id, BY_ID.get(id));
        if (known == null && type.startsWith("0x03")) {
            known = BY_DISPLAY_VENDOR.get(id.substring(0, id.indexOf(':')));
        }
        if (known == null && type.length() > 6) {
            known = BY_CLASS.get(type.substring(0, 6));
        }
        return Optional.ofNullable(known);
    }

    private String id(PciAddress address) {
        return hex(address, "vendor") + ":" + hex(address, "device");
    }

    private String hex(PciAddress address, String attribute) {
        return board.attribute(address, attribute).orElse("").replaceFirst("^0x", "");
    }
}
