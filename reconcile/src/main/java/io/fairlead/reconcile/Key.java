package io.fairlead.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Objects;

/** Names one object of a kind that is known from the context; the namespace is empty for a cluster-scoped one. */
public record Key(String namespace, String name) {
    public static Key of(HasMetadata object) {
        return new Key(
                Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
                object.getMetadata().getName());
    }

    public static Key clusterScoped(String name) {
        return new Key("", name);
    }

    /** As informer caches index it. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
