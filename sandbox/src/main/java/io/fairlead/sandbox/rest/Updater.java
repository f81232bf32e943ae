package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import io.fairlead.sandbox.store.Stored;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Changes objects: replaces them, their status, or what a patch touches. */
public final class Updater {
    private final Cluster cluster;
    private final Creator creator;

    public Updater(Cluster cluster, Creator creator) {
        this.cluster = cluster;
        this.creator = creator;
    }

    /** PUT: the body is the whole new object. */
    public Answer replace(Call call, ObjectNode body) {
        checkNames(call, body);
        if (current(call).isEmpty()
                && call.type().has(Trait.CREATE_ON_UPDATE)
                && call.subresource().isEmpty()) {
            return creator.create(call, body);
        }
        return change(call, old -> Ownership.onUpdate(call, old, body, cluster.now()));
    }

    /**
     * Reads, changes and writes an object, again if somebody else was faster and the change names no version.
     *
     * @param edit makes the wanted object, with its managedFields, from the current one in the call's version
     */
    Answer change(Call call, UnaryOperator<ObjectNode> edit) {
        while (true) {
            Stored existing = current(call).orElseThrow(call::notFound);
            ObjectNode wanted = edit.apply(Trees.copy(existing.tree()).put("apiVersion", call.apiVersion()));
            checkPreconditions(call, existing, wanted);
            ObjectNode updated = Update.merge(call.type(), existing.tree(), wanted, call.toStatus());
            Checks.onUpdate(call, updated, existing.tree());
            Optional<Stored> written = write(call, existing, updated);
            if (written.isPresent()) {
                return new Answer.One(200, written.get());
            }
        }
    }

    Optional<Stored> current(Call call) {
        return cluster.store().get(call.type().id(), call.namespace(), call.name());
    }

    private Optional<Stored> write(Call call, Stored existing, ObjectNode updated) {
        if (Ownership.sameButForTimes(updated, existing.tree())) {
            return Optional.of(existing);
        }
        if (call.query().dryRun(call.verb())) {
            return Optional.of(Stored.unsaved(existing.type(), existing.namespace(), existing.name(), updated));
        }
        return Update.finishesDeletion(call.type(), existing.tree(), updated)
                ? cluster.store().delete(existing, updated)
                : cluster.store().replace(existing, updated);
    }

    static void checkNames(Call call, ObjectNode body) {
        String name = Trees.meta(body, "name");
        if (name.isEmpty()) {
            throw StatusException.badRequest("name must be provided");
        }
        if (!name.equals(call.name())) {
            throw StatusException.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + call.name() + ")");
        }
        checkNamespace(call, body);
    }

    static void checkNamespace(Call call, ObjectNode body) {
        String namespace = Trees.meta(body, "namespace");
        if (!namespace.isEmpty() && !namespace.equals(call.namespace())) {
            throw StatusException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    private static void checkPreconditions(Call call, Stored existing, ObjectNode wanted) {
        ResourceType type = call.type();
        String uid = Trees.meta(wanted, "uid");
        if (!uid.isEmpty() && !uid.equals(existing.uid())) {
            throw StatusException.conflict(
                    call.subject(),
                    "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + existing.uid());
        }
        String version = Trees.meta(wanted, "resourceVersion");
        if (version.isEmpty() || version.equals("0")) {
            if (type.has(Trait.NEEDS_VERSION)) {
                throw StatusException.invalid(
                        new Subject(type.names().group(), type.names().plural(), call.name()),
                        List.of(new Cause(
                                "FieldValueInvalid",
                                "Invalid value: 0: must be specified for an update",
                                "metadata.resourceVersion")));
            }
        } else if (!version.equals(Long.toString(existing.version()))) {
            throw StatusException.modified(call.subject());
        }
    }
}
