package io.fairlead.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the path of a device below {@code sys/devices} tells: the PCI functions on the way, and the root they hang on. */
final class DevicePath {
    private static final Pattern ROOT = Pattern.compile("pci[0-9a-f]{4,8}:[0-9a-f]{2}");

    private DevicePath() {}

    /** All PCI functions on the path, from the root down. */
    static List<PciAddress> functions(String path) {
        List<PciAddress> functions = new ArrayList<>();
        for (String step : path.split("/")) {
            PciAddress.tryParse(step).ifPresent(functions::add);
        }
        return functions;
    }

    /** The PCI function that the device is or sits on. */
    static Optional<PciAddress> function(String path) {
        List<PciAddress> functions = functions(path);
        return functions.isEmpty() ? Optional.empty() : Optional.of(functions.getLast());
    }

    /** The root complex. */
    static Optional<String> root(String path) {
        for (String step : path.split("/")) {
            if (step.startsWith("pci") && ROOT.matcher(step).matches()) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }
}
