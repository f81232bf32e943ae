package io.fairlead.host;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The hardware address of a network interface: {@code 52:54:00:00:01:a0}.
 *
 * @param text six pairs of lower-case digits with colons between them
 */
public record MacAddress(String text) {
    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

    /** What a virtual function has whose physical function was told none. */
    public static final MacAddress NONE = new MacAddress("00:00:00:00:00:00");

    public MacAddress {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a MAC address; one looks like 52:54:00:12:34:56");
        }
    }

    /**
     * Reads six pairs of digits with colons or hyphens between them, in either case.
     *
     * @throws IllegalArgumentException if the text is anything else; the message quotes it
     */
    public static MacAddress parse(String text) {
        return tryParse(text).orElseGet(() -> new MacAddress(text));
    }

    /** Reads the same forms, and answers nothing for any other text. */
    public static Optional<MacAddress> tryParse(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace('-', ':');
        return TEXT.matcher(plain).matches() ? Optional.of(new MacAddress(plain)) : Optional.empty();
    }

    /** Whether many are meant by it; no interface can have such an address. */
    public boolean isMulticast() {
        return (Character.digit(text.charAt(1), 16) & 1) == 1;
    }

    @Override
    public String toString() {
        return text;
    }
}
