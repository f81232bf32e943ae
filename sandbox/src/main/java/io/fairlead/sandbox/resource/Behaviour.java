package io.fairlead.sandbox.resource;

import java.util.Map;
import java.util.Set;

/**
 * How a kind behaves.
 *
 * @param traits where it differs from plain create, read, update and delete
 * @param generation what its {@code metadata.generation} counts
 * @param fieldLabels what a field selector may name, and where the value is in the object
 */
public record Behaviour(Set<Trait> traits, Generation generation, Map<String, FieldLabel> fieldLabels) {
    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    Behaviour selectableBy(Map<String, FieldLabel> labels) {
        return new Behaviour(traits, generation, labels);
    }
}
