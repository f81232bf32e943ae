package io.fairlead.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.fairlead.cel.Functions.Parameter;

/** {@code semver("1.2.3").isGreaterThan(...)} and its family. */
final class SemverFunctions {
    static final CelType TYPE = OpaqueType.create("kubernetes.Semver");
    private static final Parameter SEMVER = new Parameter(TYPE, Semver.class);
    private static final Parameter TEXT = new Parameter(SimpleType.STRING, String.class);
    private static final Parameter FLAG = new Parameter(SimpleType.BOOL, Boolean.class);

    private SemverFunctions() {}

    static void addTo(Functions functions) {
        functions
                .global("semver", "string_to_semver", TYPE, a -> Semver.parse(text(a)), TEXT)
                .global("semver", "string_bool_to_semver", TYPE, a -> Semver.parse(text(a)), TEXT, FLAG)
                .global("isSemver", "is_semver_string", SimpleType.BOOL, a -> isSemver(a), TEXT)
                .global("isSemver", "is_semver_string_bool", SimpleType.BOOL, a -> isSemver(a), TEXT, FLAG)
                .member("major", "semver_major", SimpleType.INT, a -> self(a).major(), SEMVER)
                .member("minor", "semver_minor", SimpleType.INT, a -> self(a).minor(), SEMVER)
                .member("patch", "semver_patch", SimpleType.INT, a -> self(a).patch(), SEMVER)
                .member("isGreaterThan", "semver_is_greater_than", SimpleType.BOOL, a -> compare(a) > 0, SEMVER, SEMVER)
                .member("isLessThan", "semver_is_less_than", SimpleType.BOOL, a -> compare(a) < 0, SEMVER, SEMVER)
                .member("compareTo", "semver_compare_to", SimpleType.INT, a -> (long) compare(a), SEMVER, SEMVER);
    }

    private static boolean isSemver(Object[] arguments) {
        return Semver.tryParse(text(arguments)).isPresent();
    }

    private static String text(Object[] arguments) {
        String text = (String) arguments[0];
        return arguments.length > 1 && (Boolean) arguments[1] ? Semver.normalize(text) : text;
    }

    private static Semver self(Object[] arguments) {
        return (Semver) arguments[0];
    }

    private static int compare(Object[] arguments) {
        return Integer.signum(self(arguments).compareTo((Semver) arguments[1]));
    }
}
