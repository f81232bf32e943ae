package io.fairlead.sandbox.rest;

import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.ServedVersion;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;

/**
 * A request for a resource.
 *
 * @param namespace empty for cluster-scoped resources and for requests across all namespaces
 * @param name empty for requests on a collection
 * @param subresource {@code status}, {@code binding}…; empty for the object itself
 * @param manager who writes, for managedFields
 * @param warnings what to tell the client beside the answer
 */
public record Call(
        Verb verb,
        ResourceType type,
        ServedVersion version,
        String namespace,
        String name,
        String subresource,
        Query query,
        String manager,
        Warnings warnings) {

    public Subject subject() {
        return type.subject(name);
    }

    public StatusException notFound() {
        return StatusException.notFound(subject());
    }

    public String apiVersion() {
        return type.names().apiVersion(version.name());
    }

    public boolean toStatus() {
        return subresource.equals("status");
    }
}
