package io.fairlead.cel;

import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attributes or capacities by domain, where a domain that a device does not have reads as an empty map. Iteration, size
 * and {@code in} see only the domains that are there.
 */
final class DomainMap<V> extends AbstractMap<String, Map<String, V>> {
    private final Map<String, Map<String, V>> domains;

    private DomainMap(Map<String, Map<String, V>> domains) {
        this.domains = domains;
    }

    /** Sorts values by the domains of their names; a name without one belongs to the driver's, and comes first. */
    static <V> DomainMap<V> of(String driver, Map<String, V> values) {
        Map<String, Map<String, V>> domains = new HashMap<>();
        values.forEach((text, value) -> {
            QualifiedName name = QualifiedName.of(text, driver);
            Map<String, V> names = domains.computeIfAbsent(name.domain(), d -> new HashMap<>());
            if (text.equals(name.id())) {
                names.put(name.id(), value);
            } else {
                names.putIfAbsent(name.id(), value);
            }
        });
        return new DomainMap<>(domains);
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
