package io.fairlead.sandbox.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.regex.Pattern;

/** The string formats that a CRD may ask for. Unknown formats let everything through, as the real server does. */
final class Formats {
    private static final Pattern UUID =
            Pattern.compile("(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$");
    private static final Pattern IPV4 = Pattern.compile("^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.|$)){4}$");
    private static final Pattern IPV6 = Pattern.compile("^[0-9a-fA-F:]*:[0-9a-fA-F:.]*$");
    private static final Pattern CIDR = Pattern.compile("^[0-9a-fA-F:.]+/\\d{1,3}$");
    private static final Pattern MAC = Pattern.compile("^([0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}$");
    private static final Pattern EMAIL = Pattern.compile("^[^@\\s]+@[^@\\s]+$");
    private static final Pattern HOSTNAME = Pattern.compile(
            "^[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*$");
    private static final Pattern DURATION =
            Pattern.compile("^-?\\s*(\\d+(\\.\\d+)?\\s*(ns|us|µs|ms|s|m|h|d|w)\\s*)+$|^0$");

    private Formats() {}

    static boolean matches(String format, String text) {
        return switch (format) {
            case "date-time", "datetime" -> parses(() -> OffsetDateTime.parse(text));
            case "date" -> parses(() -> LocalDate.parse(text));
            case "uuid", "uuid3", "uuid4", "uuid5" -> UUID.matcher(text).matches();
            case "ipv4" -> IPV4.matcher(text).matches();
            case "ipv6" -> IPV6.matcher(text).matches();
            case "cidr" -> CIDR.matcher(text).matches();
            case "mac" -> MAC.matcher(text).matches();
            case "email" -> EMAIL.matcher(text).matches();
            case "hostname" -> HOSTNAME.matcher(text).matches();
            case "duration" -> DURATION.matcher(text).matches();
            case "uri" -> isUri(text);
            case "byte" -> isBase64(text);
            default -> true;
        };
    }

    private static boolean parses(Runnable parse) {
        try {
            parse.run();
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute() || text.startsWith("/");
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
