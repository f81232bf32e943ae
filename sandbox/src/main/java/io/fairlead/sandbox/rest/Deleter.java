package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import io.fairlead.sandbox.store.Stored;
import java.util.List;
import java.util.Optional;

/** Deletes objects, at once or in steps. */
public final class Deleter {
    private final Cluster cluster;

    public Deleter(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Deletes what a collection's selectors mean; answers with what was found. */
    public Answer deleteAll(Call call, List<Stored> selected, DeleteOptions options) {
        for (Stored stored : selected) {
            try {
                delete(call.type(), stored.namespace(), stored.name(), options);
            } catch (StatusException e) {
                // Somebody else deleted it first: that is what was asked for.
                if (e.code() != 404) {
                    throw e;
                }
            }
        }
        return new Answer.Many(selected, cluster.store().version(), "", -1);
    }

    public Answer delete(Call call, DeleteOptions options) {
        return delete(call.type(), call.namespace(), call.name(), options);
    }

    /** Deletes one object; what it answers is the object or, for some kinds once it is gone, a Status. */
    public Answer delete(ResourceType type, String namespace, String name, DeleteOptions options) {
        while (true) {
            Stored existing = cluster.store()
                    .get(type.id(), namespace, name)
                    .orElseThrow(() -> StatusException.notFound(type.subject(name)));
            checkPreconditions(type, existing, options);
            Deletion step = Deletion.next(type, existing.tree(), options, cluster.now());
            Optional<Answer> answer =
                    options.dryRun() ? Optional.of(rehearse(type, existing, step)) : take(type, existing, step);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    /** Takes a step; empty when somebody else changed the object meanwhile. */
    private Optional<Answer> take(ResourceType type, Stored existing, Deletion step) {
        return switch (step) {
            case Deletion.Wait() -> Optional.of(new Answer.One(200, existing));
            case Deletion.Mark(ObjectNode marked) ->
                (marked.equals(existing.tree())
                                ? Optional.of(existing)
                                : cluster.store().replace(existing, marked))
                        .map(stored -> new Answer.One(200, stored));
            case Deletion.Remove(ObjectNode marked) -> remove(type, existing, marked);
        };
    }

    private Optional<Answer> remove(ResourceType type, Stored existing, ObjectNode marked) {
        if (marked.equals(existing.tree())) {
            return cluster.store().delete(existing).map(last -> gone(type, last));
        }
        return cluster.store().replace(existing, marked).map(written -> gone(type, removeMarked(written)));
    }

    /** Answers with its last form. Who sees the mark may be faster, as a kubelet is: then it is gone, as was asked for. */
    private Stored removeMarked(Stored marked) {
        Stored last = marked;
        while (true) {
            Optional<Stored> removed = cluster.store().delete(last);
            if (removed.isPresent()) {
                return removed.get();
            }
            Optional<Stored> changed = cluster.store()
                    .get(marked.type(), marked.namespace(), marked.name())
                    .filter(stored -> stored.uid().equals(marked.uid()));
            if (changed.isEmpty()) {
                return last;
            }
            last = changed.get();
        }
    }

    private static Answer rehearse(ResourceType type, Stored existing, Deletion step) {
        return switch (step) {
            case Deletion.Wait() -> new Answer.One(200, existing);
            case Deletion.Mark(ObjectNode marked) -> new Answer.One(200, unsaved(existing, marked));
            case Deletion.Remove(ObjectNode marked) -> gone(type, unsaved(existing, marked));
        };
    }

    private static Stored unsaved(Stored existing, ObjectNode tree) {
        return Stored.unsaved(existing.type(), existing.namespace(), existing.name(), tree);
    }

    private static Answer gone(ResourceType type, Stored last) {
        if (type.has(Trait.RETURNS_DELETED)) {
            return new Answer.One(200, last);
        }
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        ObjectNode details = status.putObject("details").put("name", last.name());
        if (!type.names().group().isEmpty()) {
            details.put("group", type.names().group());
        }
        details.put("kind", type.names().plural()).put("uid", last.uid());
        return new Answer.Plain(200, status);
    }

    private static void checkPreconditions(ResourceType type, Stored existing, DeleteOptions options) {
        String uid = existing.uid();
        // The real server names the Kind here, where other conflicts name the plural.
        Subject subject = type.kindSubject(existing.name());
        if (!options.uid().isEmpty() && !options.uid().equals(uid)) {
            throw StatusException.conflict(
                    subject,
                    "the UID in the precondition (" + options.uid() + ") does not match the UID in record (" + uid
                            + "). The object might have been deleted and then recreated");
        }
        String version = Trees.meta(existing.tree(), "resourceVersion");
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(version)) {
            throw StatusException.conflict(
                    subject,
                    "the ResourceVersion in the precondition (" + options.resourceVersion()
                            + ") does not match the ResourceVersion in record (" + version
                            + "). The object might have been modified");
        }
    }
}
