package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** How objects are named in messages. */
final class Names {
    private Names() {}

    static String of(HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        String name = object.getMetadata().getName();
        return namespace == null || namespace.isEmpty() ? String.valueOf(name) : namespace + "/" + name;
    }
}
