package io.fairlead.host;

import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What a function's {@code uevent} file says. The same is in five files of their own; on a machine with thousands of
 * functions one file instead of five is a third of a scan.
 */
final class Uevent {
    private final Map<String, String> values;

    Uevent(String text) {
        values = text.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, _) -> first));
    }

    Optional<PciId> id() {
        return id("PCI_ID");
    }

    Optional<PciId> subsystem() {
        return id("PCI_SUBSYS_ID");
    }

    Optional<PciClass> type() {
        OptionalInt code = hex(values.getOrDefault("PCI_CLASS", ""), 6);
        return code.isPresent() ? Optional.of(new PciClass(code.getAsInt())) : Optional.empty();
    }

    private Optional<PciId> id(String name) {
        String[] parts = values.getOrDefault(name, "").split(":", -1);
        if (parts.length != 2) {
            return Optional.empty();
        }
        OptionalInt vendor = hex(parts[0], 4);
        OptionalInt device = hex(parts[1], 4);
        return vendor.isPresent() && device.isPresent()
                ? Optional.of(new PciId(vendor.getAsInt(), device.getAsInt()))
                : Optional.empty();
    }

    /** A hex number of so many digits at most, with or without 0x before it. */
    static OptionalInt hex(String text, int digits) {
        String number = text.startsWith("0x") ? text.substring(2) : text;
        return !number.isEmpty() && number.length() <= digits && number.chars().allMatch(HexFormat::isHexDigit)
                ? OptionalInt.of(HexFormat.fromHexDigits(number))
                : OptionalInt.empty();
    }
}
