package io.fairlead.host;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the path of a device below {@code sys/devices} tells: the PCI functions on the way, and the root they hang on. */
final class DevicePath {
    private static final Pattern ROOT = Pattern.compile("pci[0-9a-f]{4,8}:[0-9a-f]{2}");

    private DevicePath() {}

    /** All PCI functions on the path, from the root down. */
    static List<PciAddress> functions(String path) {
        return Arrays.stream(path.split("/"))
                .flatMap(step -> PciAddress.tryParse(step).stream())
                .toList();
    }

    /** The PCI function that the device is or sits on. */
    static Optional<PciAddress> function(String path) {
        List<PciAddress> functions = functions(path);
        return functions.isEmpty() ? Optional.empty() : Optional.of(functions.getLast());
    }

    /** The root complex. */
    static Optional<String> root(String path) {
        return Arrays.stream(path.split("/"))
                .filter(step -> ROOT.matcher(step).matches())
                .findFirst();
    }
}
