package io.fairlead.machine.domain;

import io.fairlead.host.PciAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a device sits on the guest's PCI tree. The bus is the index of the controller that it hangs on.
 *
 * @param place the address
 * @param multifunction whether other functions of its slot are in use; set on function 0 only
 */
public record GuestAddress(PciAddress place, boolean multifunction) {
    static GuestAddress of(int bus, int slot) {
        return new GuestAddress(new PciAddress(0, bus, slot, 0), false);
    }

    static void write(@Nullable GuestAddress address, XmlText xml) {
        if (address != null) {
            xml.begin("address").attribute("type", "pci");
            writePlace(address.place, xml);
            xml.attribute("multifunction", address.multifunction ? "on" : null).end("address");
        }
    }

    static void writePlace(PciAddress place, XmlText xml) {
        xml.hex("domain", place.domain(), 4)
                .hex("bus", place.bus(), 2)
                .hex("slot", place.device(), 2)
                .hex("function", place.function(), 1);
    }

    /** Null for an address of another kind, such as that of a drive. */
    static @Nullable GuestAddress read(Parts parts) {
        if (!"pci".equals(parts.attribute("type"))) {
            return null;
        }
        PciAddress place = readPlace(parts);
        String multifunction = parts.attribute("multifunction");
        return parts.isEmpty() ? new GuestAddress(place, "on".equals(multifunction)) : null;
    }

    static PciAddress readPlace(Parts parts) {
        return new PciAddress(
                orZero(parts.number("domain")),
                orZero(parts.number("bus")),
                orZero(parts.number("slot")),
                orZero(parts.number("function")));
    }

    private static int orZero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
