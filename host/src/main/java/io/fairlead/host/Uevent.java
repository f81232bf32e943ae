package io.fairlead.host;

import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a function's {@code uevent} file says. The same is in five files of their own; on a machine with thousands of
 * functions one file instead of five is a third of a scan.
 */
final class Uevent {
    private final String text;

    Uevent(String text) {
        this.text = "\n" + text + "\n";
    }

    Optional<PciId> id() {
        return id("PCI_ID");
    }

    Optional<PciId> subsystem() {
        return id("PCI_SUBSYS_ID");
    }

    Optional<PciClass> type() {
        OptionalInt code = hex(value("PCI_CLASS"), 6);
        return code.isPresent() ? Optional.of(new PciClass(code.getAsInt())) : Optional.empty();
    }

    private Optional<PciId> id(String name) {
        String both = value(name);
        int colon = both.indexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        OptionalInt vendor = hex(both.substring(0, colon), 4);
        OptionalInt device = hex(both.substring(colon + 1), 4);
        return vendor.isPresent() && device.isPresent()
                ? Optional.of(new PciId(vendor.getAsInt(), device.getAsInt()))
                : Optional.empty();
    }

    /** Empty if nothing is said. */
    private String value(String name) {
        int line = text.indexOf("\n" + name + "=");
        int start = line + name.length() + 2;
        return line < 0 ? "" : text.substring(start, text.indexOf('\n', start));
    }

    /** A hex number of so many digits at most, with or without 0x before it. */
    static OptionalInt hex(String text, int digits) {
        String number = text.startsWith("0x") ? text.substring(2) : text;
        if (number.isEmpty() || number.length() > digits) {
            return OptionalInt.empty();
        }
        for (int i = 0; i < number.length(); i++) {
            if (!HexFormat.isHexDigit(number.charAt(i))) {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.of(HexFormat.fromHexDigits(number));
    }
}
