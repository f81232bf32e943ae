package io.fairlead.dra;

import java.util.regex.Pattern;

/** A kind of CDI devices: {@code vendor/class}. */
public record CdiKind(String vendor, String deviceClass) {
    /** First a letter, last a letter or digit, inside also {@code _ - .} */
    private static final Pattern PART = Pattern.compile("[A-Za-z]([A-Za-z0-9_.-]*[A-Za-z0-9])?");

    public CdiKind {
        check("vendor", vendor);
        check("class", deviceClass);
    }

    public static CdiKind parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("CDI kind \"" + text + "\": want vendor/class");
        }
        return new CdiKind(text.substring(0, slash), text.substring(slash + 1));
    }

    private static void check(String what, String value) {
        if (!PART.matcher(value).matches()) {
            throw new IllegalArgumentException("CDI " + what + " \"" + value
                    + "\": want a letter first, a letter or digit last, between them also one of _ - .");
        }
    }

    @Override
    public String toString() {
        return vendor + "/" + deviceClass;
    }
}
