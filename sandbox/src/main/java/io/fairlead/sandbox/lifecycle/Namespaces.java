package io.fairlead.sandbox.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Cluster;
import io.fairlead.sandbox.rest.DeleteOptions;
import io.fairlead.sandbox.rest.Deleter;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Stored;
import java.util.Optional;

/** Empties namespaces that are being deleted, and lets them go once nothing is left in them. */
final class Namespaces {
    private static final String KUBERNETES = "kubernetes";

    private final Cluster cluster;
    private final Deleter deleter;

    Namespaces(Cluster cluster, Deleter deleter) {
        this.cluster = cluster;
        this.deleter = deleter;
    }

    void follow(Change change) {
        Stored last = change.last();
        if (last == null) {
            return;
        }
        if (last.type().equals(BuiltIns.NAMESPACES)) {
            if (change.before() == null || !terminating(change.before())) {
                empty(last);
            }
            finishIfEmpty(last.name());
        } else if (change.after() == null && !last.namespace().isEmpty()) {
            finishIfEmpty(last.namespace());
        }
    }

    private void empty(Stored namespace) {
        if (!terminating(namespace)) {
            return;
        }
        for (ResourceType type : cluster.registry().all()) {
            if (type.namespaced()) {
                for (Stored object :
                        cluster.store().list(type.id(), namespace.name()).objects()) {
                    delete(type, object);
                }
            }
        }
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

    private void finishIfEmpty(String name) {
        while (true) {
            Optional<Stored> namespace = cluster.store().get(BuiltIns.NAMESPACES, "", name);
            if (namespace.isEmpty() || !terminating(namespace.get()) || !isEmpty(name)) {
                return;
            }
            ObjectNode changed = withoutKubernetes(namespace.get().tree());
            boolean done = changed.path("spec").path("finalizers").isEmpty()
                    && Trees.metadata(changed).path("finalizers").isEmpty();
            boolean nothingToDo = !done && changed.equals(namespace.get().tree());
            if (nothingToDo
                    || (done
                                    ? cluster.store().delete(namespace.get(), changed)
                                    : cluster.store().replace(namespace.get(), changed))
                            .isPresent()) {
                return;
            }
        }
    }

    private boolean isEmpty(String namespace) {
        return cluster.registry().all().stream()
                .filter(ResourceType::namespaced)
                .allMatch(type ->
                        cluster.store().list(type.id(), namespace).objects().isEmpty());
    }

    private static boolean terminating(Stored namespace) {
        return Trees.metadata(namespace.tree()).has("deletionTimestamp");
    }

    private static ObjectNode withoutKubernetes(ObjectNode namespace) {
        if (!Trees.contains(namespace.path("spec"), "finalizers", KUBERNETES)) {
            return namespace;
        }
        ObjectNode changed = Trees.copy(namespace);
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (JsonNode finalizer : Trees.items(namespace.path("spec"), "finalizers")) {
            if (!finalizer.asText().equals(KUBERNETES)) {
                kept.add(finalizer);
            }
        }
        ObjectNode spec = Trees.copy((ObjectNode) namespace.path("spec"));
        Trees.setOrRemove(spec, "finalizers", kept.isEmpty() ? null : kept);
        changed.set("spec", spec);
        return changed;
    }
}
