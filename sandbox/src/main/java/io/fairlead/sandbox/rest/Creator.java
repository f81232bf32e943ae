package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Generation;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.store.Stored;
import java.util.List;
import java.util.UUID;

/** Makes new objects. */
public final class Creator {
    private final Cluster cluster;

    public Creator(Cluster cluster) {
        this.cluster = cluster;
    }

    public Answer create(Call call, ObjectNode body) {
        return createManaged(call, Ownership.onUpdate(call, null, body, cluster.now()));
    }

    /** Creates an object whose managedFields are complete. */
    Answer createManaged(Call call, ObjectNode body) {
        ResourceType type = call.type();
        ObjectNode object = Trees.copyWithMetadata(body);
        object.put("apiVersion", type.storageApiVersion());
        ObjectNode metadata = (ObjectNode) object.get("metadata");
        String name = Trees.text(metadata, "name");
        if (name.isEmpty() && !Trees.text(metadata, "generateName").isEmpty()) {
            name = GeneratedName.from(
                    Trees.text(metadata, "generateName"), any -> isTaken(call, any), cluster.random());
            metadata.put("name", name);
        }
        if (type.namespaced()) {
            Updater.checkNamespace(call, body);
            metadata.put("namespace", call.namespace());
            checkNamespace(call, name);
        } else {
            metadata.remove("namespace");
        }
        initializeMetadata(type, metadata);
        NewObject.initialize(type, object, cluster);
        Checks.onCreate(call, object);
        return new Answer.One(201, store(call, name, object));
    }

    private Stored store(Call call, String name, ObjectNode object) {
        String type = call.type().id();
        if (call.query().dryRun(call.verb())) {
            if (isTaken(call, name)) {
                throw StatusException.alreadyExists(call.type().subject(name));
            }
            return Stored.unsaved(type, call.namespace(), name, object);
        }
        return cluster.store()
                .create(type, call.namespace(), name, object)
                .orElseThrow(() -> StatusException.alreadyExists(call.type().subject(name)));
    }

    private boolean isTaken(Call call, String name) {
        return cluster.store().get(call.type().id(), call.namespace(), name).isPresent();
    }

    private void initializeMetadata(ResourceType type, ObjectNode metadata) {
        metadata.remove(List.of(
                "resourceVersion", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds", "generation"));
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", cluster.now().toString());
        if (type.behaviour().generation() != Generation.NONE) {
            metadata.put("generation", 1);
        }
    }

    private void checkNamespace(Call call, String name) {
        String namespace = call.namespace();
        Stored stored = cluster.store()
                .get(BuiltIns.NAMESPACES, "", namespace)
                .orElseThrow(() -> StatusException.notFound(
                        cluster.registry().builtIn(BuiltIns.NAMESPACES).subject(namespace)));
        if (Trees.metadata(stored.tree()).has("deletionTimestamp")) {
            String why = "unable to create new content in namespace " + namespace + " because it is being terminated";
            throw StatusException.forbidden(
                    call.type().subject(name),
                    why,
                    List.of(new Cause(
                            "NamespaceTerminating",
                            "namespace " + namespace + " is being terminated",
                            "metadata.namespace")));
        }
    }
}
