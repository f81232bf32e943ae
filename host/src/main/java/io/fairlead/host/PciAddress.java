package io.fairlead.host;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a PCI function sits: {@code 0000:3b:00.1}.
 *
 * @param domain unsigned 32 bit; beyond 16 bit on machines whose drives sit behind a volume management device
 * @param bus 0 to 255
 * @param device 0 to 31
 * @param function 0 to 7
 */
public record PciAddress(long domain, int bus, int device, int function) implements Comparable<PciAddress> {
    /** Domain of four to eight digits, bus and device of two, one function digit, as sysfs writes it. */
    private static final Pattern TEXT =
            Pattern.compile("([0-9a-fA-F]{4,8}):([0-9a-fA-F]{2}):([01][0-9a-fA-F])\\.([0-7])");

    private static final int SHORTEST = "0000:00:00.0".length();

    private static final Comparator<PciAddress> ORDER = Comparator.comparingLong(PciAddress::domain)
            .thenComparingInt(PciAddress::bus)
            .thenComparingInt(PciAddress::device)
            .thenComparingInt(PciAddress::function);

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

    /** Reads the same form, and answers nothing for any other text. */
    public static Optional<PciAddress> tryParse(String text) {
        if (text.length() < SHORTEST) {
            return Optional.empty();
        }
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new PciAddress(
                        HexFormat.fromHexDigitsToLong(matcher.group(1)),
                        HexFormat.fromHexDigits(matcher.group(2)),
                        HexFormat.fromHexDigits(matcher.group(3)),
                        HexFormat.fromHexDigits(matcher.group(4))))
                : Optional.empty();
    }

    /** Another function of the same slot. */
    public PciAddress withFunction(int other) {
        return new PciAddress(domain, bus, device, other);
    }

    /** Whether both are functions of one slot. */
    public boolean sharesSlotWith(PciAddress other) {
        return domain == other.domain && bus == other.bus && device == other.device;
    }

    @Override
    public int compareTo(PciAddress other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "%04x:%02x:%02x.%x".formatted(domain, bus, device, function);
    }
}
