package io.fairlead.sandbox.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.DeleteOptions;
import io.fairlead.sandbox.rest.Deleter;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Stored;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Deletes what has lost its last owner, and carries out foreground and orphaning deletion. */
final class GarbageCollector {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    private final Cluster cluster;
    private final Deleter deleter;
    private final Dependents dependents = new Dependents();

    GarbageCollector(Cluster cluster, Deleter deleter) {
        this.cluster = cluster;
        this.deleter = deleter;
    }

    void follow(Change change) {
        dependents.follow(change);
        Stored before = change.before();
        Stored after = change.after();
        if (after == null) {
            if (before != null) {
                ownerGone(before);
            }
            return;
        }
        if (Owners.of(after).stream().anyMatch(owner -> !isAlive(owner))) {
            collect(after);
        }
        if (Trees.metadata(after.tree()).has("deletionTimestamp")) {
            if (Trees.contains(Trees.metadata(after.tree()), "finalizers", ORPHAN)) {
                orphanDependents(after);
            }
            if (Trees.contains(Trees.metadata(after.tree()), "finalizers", FOREGROUND)) {
                deleteDependentsFirst(after);
            }
        }
    }

    private void ownerGone(Stored owner) {
        for (ObjectKey key : dependents.of(owner.uid())) {
            find(key).ifPresent(this::collect);
        }
        // Owners that are deleted in the foreground may have waited for this one.
        for (Owners.Owner waiting : Owners.of(owner)) {
            findOwner(waiting, owner.namespace())
                    .filter(found -> Trees.contains(Trees.metadata(found.tree()), "finalizers", FOREGROUND))
                    .ifPresent(this::deleteDependentsFirst);
        }
    }

    /** Deletes an object without a living owner; one that still has some only loses the dead ones. */
    private void collect(Stored object) {
        List<Owners.Owner> owners = Owners.of(object);
        if (owners.stream().noneMatch(this::isAlive)) {
            delete(object, DeleteOptions.background());
        } else {
            // Lost against another writer: its change comes here too, and this is tried again on it.
            keepOwners(object, this::isAlive);
        }
    }

    private void orphanDependents(Stored owner) {
        for (ObjectKey key : dependents.of(owner.uid())) {
            Optional<Stored> dependent = find(key);
            // Until it is written: the owner goes with its finalizer, and would take along what still names it.
            while (dependent.isPresent()
                    && !keepOwners(
                            dependent.get(), reference -> !reference.uid().equals(owner.uid()))) {
                dependent = find(key);
            }
        }
        removeFinalizer(owner, ORPHAN);
    }

    private void deleteDependentsFirst(Stored owner) {
        boolean blocked = false;
        for (ObjectKey key : dependents.of(owner.uid())) {
            Optional<Stored> dependent = find(key);
            if (dependent.isEmpty()) {
                continue;
            }
            blocked |= Owners.of(dependent.get()).stream()
                    .anyMatch(reference -> reference.uid().equals(owner.uid()) && reference.blocks());
            if (!Trees.metadata(dependent.get().tree()).has("deletionTimestamp")) {
                DeleteOptions foreground =
                        new DeleteOptions(DeleteOptions.DEFAULT.gracePeriod(), "", "", "Foreground", false);
                delete(dependent.get(), foreground);
            }
        }
        if (!blocked) {
            removeFinalizer(owner, FOREGROUND);
        }
    }

    /** @return whether nobody else has written it meanwhile */
    private boolean keepOwners(Stored object, Predicate<Owners.Owner> keep) {
        List<Owners.Owner> owners = Owners.of(object);
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        int index = 0;
        for (JsonNode reference : Trees.items(Trees.metadata(object.tree()), "ownerReferences")) {
            if (keep.test(owners.get(index++))) {
                kept.add(reference);
            }
        }
        ObjectNode changed = Trees.copyWithMetadata(object.tree());
        Trees.setOrRemove((ObjectNode) changed.get("metadata"), "ownerReferences", kept.isEmpty() ? null : kept);
        return cluster.store().replace(object, changed).isPresent();
    }

    private void removeFinalizer(Stored object, String finalizer) {
        Finalizers.remove(cluster.store(), ObjectKey.of(object), finalizer);
    }

    private void delete(Stored object, DeleteOptions options) {
        type(object.type()).ifPresent(type -> {
            try {
                deleter.delete(type, object.namespace(), object.name(), options);
            } catch (StatusException e) {
                if (e.code() != 404) {
                    throw e;
                }
            }
        });
    }

    private boolean isAlive(Owners.Owner owner) {
        return dependents.isAlive(owner.uid());
    }

    private Optional<Stored> findOwner(Owners.Owner owner, String namespace) {
        return cluster.registry()
                .findKind(owner.group(), owner.kind())
                .flatMap(type -> cluster.store()
                        .get(type.id(), type.namespaced() ? namespace : "", owner.name())
                        .filter(found -> found.uid().equals(owner.uid())));
    }

    private Optional<Stored> find(ObjectKey key) {
        return cluster.store().get(key.type(), key.namespace(), key.name());
    }

    private Optional<ResourceType> type(String id) {
        return cluster.registry().all().stream()
                .filter(type -> type.id().equals(id))
                .findFirst();
    }
}
