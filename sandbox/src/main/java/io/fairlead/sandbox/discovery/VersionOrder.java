package io.fairlead.sandbox.discovery;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions from the most to the least stable: v2, v1, v1beta2, v1alpha1, and then others by name. */
public final class VersionOrder {
    public static final Comparator<String> STABLE_FIRST =
            Comparator.comparingLong(VersionOrder::rank).reversed().thenComparing(Comparator.naturalOrder());

    private static final Pattern KUBERNETES = Pattern.compile("v(\\d{1,8})(?:(alpha|beta)(\\d{1,8}))?");

    private VersionOrder() {}

    private static long rank(String version) {
        Matcher matcher = KUBERNETES.matcher(version);
        if (!matcher.matches()) {
            return -1;
        }
        String stage = matcher.group(2);
        long stability = stage == null ? 2 : stage.equals("beta") ? 1 : 0;
        long minor = stage == null ? 0 : Long.parseLong(matcher.group(3));
        // Stability first, then the major and the minor number.
        return (stability << 56) + (Long.parseLong(matcher.group(1)) << 28) + minor;
    }
}
