package io.fairlead.sandbox.resource;

import java.util.List;
import java.util.Locale;

/** All that a kind is called. */
public record Names(
        String group,
        String kind,
        String listKind,
        String plural,
        String singular,
        List<String> shortNames,
        List<String> categories) {

    /** Names of a built-in kind, whose singular and list kind follow from the kind. */
    static Names of(String group, String kind, String plural, String... shortNames) {
        return new Names(
                group, kind, kind + "List", plural, kind.toLowerCase(Locale.ROOT), List.of(shortNames), List.of());
    }

    Names in(String... newCategories) {
        return new Names(group, kind, listKind, plural, singular, shortNames, List.of(newCategories));
    }

    /** {@code pods}, or {@code resourceclaims.resource.k8s.io} outside the core group. */
    public String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** The apiVersion of an object of this group. */
    public String apiVersion(String version) {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
