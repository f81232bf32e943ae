package io.fairlead.sandbox.discovery;

import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trait;
import java.util.ArrayList;
import java.util.List;

/** A subresource as discovery lists it; group and version are those of its own kind when they differ. */
record Subresource(String name, String group, String version, String kind, List<String> verbs) {
    private static final List<String> ALL_VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    static List<Subresource> of(ResourceType type) {
        List<Subresource> all = new ArrayList<>();
        if (type.id().equals(BuiltIns.PODS)) {
            all.add(new Subresource("binding", "", "", "Binding", List.of("create")));
            all.add(new Subresource("eviction", "policy", "v1", "Eviction", List.of("create")));
        }
        if (type.id().equals(BuiltIns.NAMESPACES)) {
            all.add(new Subresource("finalize", "", "", "Namespace", List.of("update")));
        }
        if (type.has(Trait.STATUS)) {
            all.add(new Subresource("status", "", "", type.names().kind(), List.of("get", "patch", "update")));
        }
        return all;
    }

    /** The verbs of the resource itself. */
    static List<String> verbs(ResourceType type) {
        return type.id().equals(BuiltIns.NAMESPACES)
                ? ALL_VERBS.stream()
                        .filter(verb -> !verb.equals("deletecollection"))
                        .toList()
                : ALL_VERBS;
    }
}
