package io.fairlead.cel;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An IPv4 or IPv6 address without a zone; its text is the canonical one. */
final class IpAddress {
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern V4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    static IpAddress parse(String text) {
        if (text.contains("%")) {
            throw new CelFailure("IP address \"" + text + "\" with zone value is not allowed");
        }
        boolean v4 = V4.matcher(text).matches();
        if (!v4 && !V6.matcher(text).matches()) {
            throw unreadable(text);
        }
        InetAddress address;
        try {
            address = InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw unreadable(text);
        }
        if (!v4 && !(address instanceof Inet6Address)) {
            throw new CelFailure("IPv4-mapped IPv6 address \"" + text + "\" is not allowed");
        }
        return new IpAddress(address.getAddress());
    }

    private static CelFailure unreadable(String text) {
        return new CelFailure("IP Address \"" + text + "\" parse error during conversion from string");
    }

    int bits() {
        return bytes.length * 8;
    }

    long family() {
        return bytes.length == 4 ? 4 : 6;
    }

    boolean isUnspecified() {
        return inet().isAnyLocalAddress();
    }

    boolean isLoopback() {
        return inet().isLoopbackAddress();
    }

    boolean isLinkLocalUnicast() {
        return inet().isLinkLocalAddress();
    }

    boolean isLinkLocalMulticast() {
        return bytes.length == 4
                ? bytes[0] == (byte) 224 && bytes[1] == 0 && bytes[2] == 0
                : bytes[0] == (byte) 0xff && (bytes[1] & 0x0f) == 2;
    }

    /** Everything that is not one of the special kinds; private addresses count, as they do in Kubernetes. */
    boolean isGlobalUnicast() {
        boolean broadcast = bytes.length == 4 && Arrays.equals(bytes, new byte[] {-1, -1, -1, -1});
        InetAddress inet = inet();
        return !broadcast
                && !inet.isAnyLocalAddress()
                && !inet.isLoopbackAddress()
                && !inet.isMulticastAddress()
                && !inet.isLinkLocalAddress();
    }

    /** Whether the first bits are those of the other address. */
    boolean sharesPrefix(IpAddress other, int length) {
        return bytes.length == other.bytes.length && Arrays.equals(masked(length).bytes, other.masked(length).bytes);
    }

    /** This address with every bit after the prefix cleared. */
    IpAddress masked(int length) {
        byte[] kept = bytes.clone();
        for (int bit = length; bit < bits(); bit++) {
            kept[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        return new IpAddress(kept);
    }

    private InetAddress inet() {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError("an address has 4 or 16 bytes", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress address && Arrays.equals(bytes, address.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        if (bytes.length == 4) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + "." + (bytes[3] & 0xff);
        }
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        int start = 8;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        return start == 8 ? hex(groups, 0, 8) : hex(groups, 0, start) + "::" + hex(groups, start + length, 8);
    }

    private static String hex(int[] groups, int from, int to) {
        StringJoiner text = new StringJoiner(":");
        for (int i = from; i < to; i++) {
            text.add(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
