package io.fairlead.dra;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The full name of a CDI device: {@code vendor/class=name}. */
public record CdiDeviceId(CdiKind kind, String name) {
    private static final Pattern ID = Pattern.compile("(?<kind>[^=]*)=(?<name>.*)");

    /** Letters and digits, inside also {@code _ - . :}. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_.:-]*[A-Za-z0-9])?");

    public CdiDeviceId {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "CDI device name \"" + name + "\": want letters and digits, inside also one of _ - . :");
        }
    }

    public static CdiDeviceId parse(String text) {
        Matcher parts = ID.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("CDI device \"" + text + "\": want vendor/class=name");
        }
        return new CdiDeviceId(CdiKind.parse(parts.group("kind")), parts.group("name"));
    }

    @Override
    public String toString() {
        return kind + "=" + name;
    }
}
