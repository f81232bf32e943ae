package io.fairlead.sandbox.resource;

import io.fairlead.sandbox.status.Subject;
import java.util.List;
import java.util.Optional;

/** A kind of object that the server keeps: its names, scope, versions and behaviour. */
public record ResourceType(
        Names names, boolean namespaced, List<ServedVersion> versions, String storageVersion, Behaviour behaviour) {

    /** The key of this type in the store; the same for all its versions. */
    public String id() {
        return names.qualified();
    }

    public boolean has(Trait trait) {
        return behaviour.has(trait);
    }

    public Optional<ServedVersion> served(String version) {
        for (ServedVersion candidate : versions) {
            if (candidate.served() && candidate.name().equals(version)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** The apiVersion that stored objects have. */
    public String storageApiVersion() {
        return names.apiVersion(storageVersion);
    }

    /** What most failures name: the plural. */
    public Subject subject(String name) {
        return new Subject(names.group(), names.plural(), name);
    }

    /** What an Invalid names: the Kind. */
    public Subject kindSubject(String name) {
        return new Subject(names.group(), names.kind(), name);
    }
}
