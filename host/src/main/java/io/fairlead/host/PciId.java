package io.fairlead.host;

/**
 * A vendor and a device number, as a function states its model or its subsystem.
 *
 * @param vendor 16 bit
 * @param device 16 bit
 */
public record PciId(int vendor, int device) implements Comparable<PciId> {
    public PciId {
        if (vendor >> 16 != 0 || device >> 16 != 0) {
            throw new IllegalArgumentException(
                    "vendor %#x and device %#x must have at most four hex digits".formatted(vendor, device));
        }
    }

    /** Four lower-case hex digits. */
    public String vendorHex() {
        return "%04x".formatted(vendor);
    }

    /** Four lower-case hex digits. */
    public String deviceHex() {
        return "%04x".formatted(device);
    }

    @Override
    public int compareTo(PciId other) {
        return vendor == other.vendor ? Integer.compare(device, other.device) : Integer.compare(vendor, other.vendor);
    }

    /** The form of {@code pciVendorSelector}: {@code 10de:2331}. */
    @Override
    public String toString() {
        return vendorHex() + ":" + deviceHex();
    }
}
