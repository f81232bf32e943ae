package io.fairlead.cel;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attributes or capacities by domain, where a domain that a device does not have reads as an empty map. Iteration, size
 * and {@code in} see only the domains that are there.
 */
final class DomainMap<V> extends AbstractMap<String, Map<String, V>> {
    private final Map<String, Map<String, V>> domains;

    DomainMap(Map<String, Map<String, V>> domains) {
        this.domains = domains;
    }

    boolean has(Object domain) {
        return domains.containsKey(domain);
    }

    @Override
    public Map<String, V> get(@Nullable Object domain) {
        Map<String, V> names = domains.get(domain);
        return names == null ? Map.of() : names;
    }

    /** Selection with {@code .?domain} asks this before it reads, and must come to the empty map too. */
    @Override
    public boolean containsKey(@Nullable Object domain) {
        return domain instanceof String;
    }

    @Override
    public Set<Entry<String, Map<String, V>>> entrySet() {
        return domains.entrySet();
    }
}
