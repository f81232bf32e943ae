package io.fairlead.sandbox.resource;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** The kinds the server knows. Readers see one consistent table; writers replace it whole. */
public final class Registry {
    private final AtomicReference<Map<String, ResourceType>> types = new AtomicReference<>(Map.of());

    public Registry(Collection<ResourceType> builtIn) {
        builtIn.forEach(this::put);
    }

    /** Adds a type, or replaces the one of the same group and plural. */
    public void put(ResourceType type) {
        types.updateAndGet(before -> {
            Map<String, ResourceType> after = new TreeMap<>(before);
            after.put(type.id(), type);
            return after;
        });
    }

    public void remove(String id) {
        types.updateAndGet(before -> {
            Map<String, ResourceType> after = new TreeMap<>(before);
            after.remove(id);
            return after;
        });
    }

    public Optional<ResourceType> find(String group, String plural) {
        return Optional.ofNullable(types.get().get(group.isEmpty() ? plural : plural + "." + group));
    }

    /** A type that must be there because it is built in. */
    public ResourceType builtIn(String id) {
        ResourceType type = types.get().get(id);
        if (type == null) {
            throw new IllegalStateException("no built-in resource " + id);
        }
        return type;
    }

    public Optional<ResourceType> findKind(String group, String kind) {
        return types.get().values().stream()
                .filter(type -> type.names().group().equals(group)
                        && type.names().kind().equals(kind))
                .findFirst();
    }

    public List<ResourceType> all() {
        return new ArrayList<>(types.get().values());
    }
}
