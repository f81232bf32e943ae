package io.fairlead.sandbox.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.DeleteOptions;
import io.fairlead.sandbox.rest.Deleter;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Stored;
import java.util.Optional;

/** Puts the kinds of CustomResourceDefinitions into service, and takes them out with all their objects. */
final class Definitions {
    private static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    private final Cluster cluster;
    private final Deleter deleter;
    private final BuiltInSchemas schemas;

    Definitions(Cluster cluster, Deleter deleter, BuiltInSchemas schemas) {
        this.cluster = cluster;
        this.deleter = deleter;
        this.schemas = schemas;
    }

    void follow(Change change) {
        Stored after = change.after();
        Stored before = change.before();
        if (after == null) {
            if (before != null) {
                cluster.registry().remove(before.name());
            }
        } else if (Trees.metadata(after.tree()).has("deletionTimestamp")) {
            cleanUp(after);
        } else if (before == null
                || !before.tree().path("spec").equals(after.tree().path("spec"))) {
            serve(after);
        }
    }

    /** The last object of a kind that is being taken out of service may just have gone. */
    void continueDeletion(Stored last) {
        cluster.store()
                .get(BuiltIns.CRDS, "", last.type())
                .filter(crd -> Trees.metadata(crd.tree()).has("deletionTimestamp"))
                .ifPresent(this::finishIfEmpty);
    }

    private void serve(Stored crd) {
        ResourceType type = CustomTypes.of(crd.tree(), schemas);
        Optional<String> conflict = conflict(type);
        if (conflict.isEmpty()) {
            cluster.store().begin(type.id());
            cluster.registry().put(type);
        }
        Stored current = crd;
        while (true) {
            if (cluster.store()
                    .replace(current, accepted(current.tree(), conflict))
                    .isPresent()) {
                return;
            }
            Optional<Stored> newer = cluster.store().get(BuiltIns.CRDS, "", crd.name());
            if (newer.isEmpty()
                    || !newer.get().tree().path("spec").equals(crd.tree().path("spec"))) {
                // Its own change comes here next.
                return;
            }
            current = newer.get();
        }
    }

    /** A name that another kind of the group has already. */
    private Optional<String> conflict(ResourceType type) {
        return cluster.registry().all().stream()
                .filter(other -> other.names().group().equals(type.names().group())
                        && !other.id().equals(type.id()))
                .filter(other -> other.names().kind().equals(type.names().kind())
                        || other.names().singular().equals(type.names().singular()))
                .map(other -> other.names().kind())
                .findFirst();
    }

    private ObjectNode accepted(ObjectNode crd, Optional<String> conflict) {
        ObjectNode changed = Trees.copy(crd);
        ObjectNode status =
                crd.get("status") instanceof ObjectNode own ? Trees.copy(own) : JsonNodeFactory.instance.objectNode();
        ArrayNode conditions = JsonNodeFactory.instance.arrayNode();
        if (conflict.isEmpty()) {
            status.set("acceptedNames", crd.path("spec").path("names"));
            condition(crd, conditions, "NamesAccepted", "True", "NoConflicts", "no conflicts found");
            condition(
                    crd,
                    conditions,
                    "Established",
                    "True",
                    "InitialNamesAccepted",
                    "the initial names have been accepted");
        } else {
            String why = "\"" + conflict.get() + "\" is already in use";
            condition(crd, conditions, "NamesAccepted", "False", "KindConflict", why);
            condition(crd, conditions, "Established", "False", "NotAccepted", "not all names are accepted");
        }
        status.set("conditions", conditions);
        changed.set("status", status);
        return changed;
    }

    /** A condition keeps its time while it says the same. */
    private void condition(
            ObjectNode crd, ArrayNode conditions, String type, String status, String reason, String message) {
        String since = cluster.now().toString();
        for (JsonNode before : Trees.items(crd.path("status"), "conditions")) {
            if (Trees.text(before, "type").equals(type)
                    && Trees.text(before, "status").equals(status)) {
                since = Trees.text(before, "lastTransitionTime");
            }
        }
        conditions
                .addObject()
                .put("lastTransitionTime", since)
                .put("message", message)
                .put("reason", reason)
                .put("status", status)
                .put("type", type);
    }

    private void cleanUp(Stored crd) {
        cluster.registry()
                .find(group(crd), plural(crd))
                .filter(type -> type.has(Trait.CUSTOM))
                .ifPresent(type -> {
                    for (Stored object : cluster.store().list(type.id(), "").objects()) {
                        if (!Trees.metadata(object.tree()).has("deletionTimestamp")) {
                            delete(type, object);
                        }
                    }
                });
        finishIfEmpty(crd);
    }

    private void delete(ResourceType type, Stored object) {
        try {
            deleter.delete(type, object.namespace(), object.name(), DeleteOptions.background());
        } catch (StatusException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    private void finishIfEmpty(Stored crd) {
        if (cluster.store().list(crd.name(), "").objects().isEmpty()) {
            Finalizers.remove(cluster.store(), ObjectKey.of(crd), CLEANUP);
        }
    }

    private static String group(Stored crd) {
        return Trees.text(crd.tree().path("spec"), "group");
    }

    private static String plural(Stored crd) {
        return Trees.text(crd.tree().path("spec").path("names"), "plural");
    }
}
