package io.fairlead.host;

import java.util.HexFormat;
import java.util.Optional;

/**
 * Where a PCI function sits: {@code 0000:3b:00.1}.
 *
 * @param domain unsigned 32 bit; beyond 16 bit on machines whose drives sit behind a volume management device
 * @param bus 0 to 255
 * @param device 0 to 31
 * @param function 0 to 7
 */
public record PciAddress(long domain, int bus, int device, int function) implements Comparable<PciAddress> {
    private static final int SHORTEST = "0000:00:00.0".length();
    private static final int LONGEST = "00000000:00:00.0".length();

    public PciAddress {
        if (domain < 0 || domain > 0xffff_ffffL || bus >> 8 != 0 || device >> 5 != 0 || function >> 3 != 0) {
            throw new IllegalArgumentException("no PCI address has domain %d, bus %d, device %d, function %d"
                    .formatted(domain, bus, device, function));
        }
    }

    /**
     * Reads the form that sysfs and libvirt write.
     *
     * @throws IllegalArgumentException if the text is anything else; the message quotes it
     */
    public static PciAddress parse(String text) {
        return tryParse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"" + text + "\" is not a PCI address; one looks like 0000:3b:00.1"));
    }

    /**
     * Reads the same form, and answers nothing for any other text: a domain of four to eight hexadecimal digits, two for
     * the bus, two for the device, one for the function.
     */
    public static Optional<PciAddress> tryParse(String text) {
        int colon = text.length() - ":00:00.0".length();
        if (text.length() < SHORTEST
                || text.length() > LONGEST
                || text.charAt(colon) != ':'
                || text.charAt(colon + 3) != ':'
                || text.charAt(colon + 6) != '.') {
            return Optional.empty();
        }
        long domain = hex(text, 0, colon);
        long bus = hex(text, colon + 1, colon + 3);
        long device = hex(text, colon + 4, colon + 6);
        long function = hex(text, colon + 7, colon + 8);
        return (domain | bus | device | function) >= 0 && device < 32 && function < 8
                ? Optional.of(new PciAddress(domain, (int) bus, (int) device, (int) function))
                : Optional.empty();
    }

    /** Less than zero if something else than a digit is among them. */
    private static long hex(String text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            int digit = c < 128 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /** Another function of the same slot. */
    public PciAddress withFunction(int other) {
        return new PciAddress(domain, bus, device, other);
    }

    /** Whether both are functions of one slot. */
    public boolean sharesSlotWith(PciAddress other) {
        return domain == other.domain && bus == other.bus && device == other.device;
    }

    /** All of it in one, in the order of addresses. */
    private long number() {
        return domain << 16 | bus << 8 | device << 3 | function;
    }

    @Override
    public int compareTo(PciAddress other) {
        return Long.compare(number(), other.number());
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        String first = domain >> 16 == 0 ? hex.toHexDigits(domain, 4) : Long.toHexString(domain);
        return first + ':' + hex.toHexDigits((byte) bus) + ':' + hex.toHexDigits((byte) device) + '.' + function;
    }
}
