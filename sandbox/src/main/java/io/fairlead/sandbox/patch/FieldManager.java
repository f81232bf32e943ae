package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.Decoding;
import io.fairlead.sandbox.schema.Schema;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import io.fairlead.sandbox.status.Subject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code metadata.managedFields} on every write, and does server-side apply.
 *
 * <p>One per kind and version. Who writes comes with each call; so does the time.
 */
public final class FieldManager {
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";
    private static final FieldSet STRIPPED = stripped();

    /**
     * Who writes.
     *
     * @param manager the {@code fieldManager} parameter, or the first word of the user agent
     * @param subresource {@code status} for that endpoint, else empty
     * @param resetFields top-level fields that the endpoint does not change, so that nobody comes to own them through it:
     *     {@code status} on the main endpoint, {@code spec} on status
     */
    public record Writer(String manager, String apiVersion, String subresource, Set<String> resetFields) {
        /** The fields that this endpoint can change. */
        FieldSet reached(FieldSet fields) {
            FieldSet reset = new FieldSet();
            resetFields.forEach(name -> reset.put(Steps.field(name), FieldSet.leaf()));
            return fields.withoutTrees(reset);
        }
    }

    private final Schema schema;
    private final ObjectNode emptyObject;

    public FieldManager(Schema schema) {
        this.schema = schema;
        this.emptyObject = emptyObject(schema);
    }

    /** The object to store after a create, an update or a patch that is no apply, with its managedFields. */
    public ObjectNode update(@Nullable ObjectNode live, ObjectNode object, Writer writer, Instant now) {
        if (Managers.isReset(object)) {
            return Managers.of(JsonNodeFactory.instance.objectNode()).writeTo(object);
        }
        Managers before =
                live == null ? Managers.of(emptyObject) : Managers.of(Managers.isGiven(object) ? object : live);
        if (live != null && before.isEmpty()) {
            // Once forgotten, managers are only tracked again from the first apply on.
            return before.writeTo(object);
        }
        Comparison comparison = Comparison.of(schema, live == null ? emptyObject : live, object);
        FieldSet written = owned(comparison.written(), writer);
        FieldSet lost = writer.reached(comparison.written().union(comparison.removed()));
        Managers after = before.withOthers(null, fields -> fields.difference(lost));
        if (!written.isEmpty()) {
            var id = new Managers.Id(
                    writer.manager(), Managers.Operation.UPDATE, writer.apiVersion(), writer.subresource());
            Managers.Entry mine = before.find(id);
            FieldSet kept = mine == null ? written : written.union(mine.fields().difference(comparison.removed()));
            after = after.with(new Managers.Entry(id, kept, time(now))).capped();
        }
        return after.writeTo(object);
    }

    /**
     * The object after a server-side apply; it has yet to be given defaults and to be validated.
     *
     * @param live the stored object, or null to create one
     * @throws StatusException 409 when other managers have set the same fields otherwise, unless forced
     */
    public ObjectNode apply(@Nullable ObjectNode live, ObjectNode config, Writer writer, boolean force, Instant now) {
        if (Managers.isGiven(config)) {
            throw StatusException.badRequest("metadata.managedFields must be nil");
        }
        UndeclaredFields.refuse(schema, config);
        ObjectNode base = live == null ? emptyObject : live;
        Managers before = Managers.of(base);
        if (live != null && before.isEmpty()) {
            var id = new Managers.Id(BEFORE_FIRST_APPLY, Managers.Operation.UPDATE, writer.apiVersion(), "");
            FieldSet everything = owned(Comparison.of(schema, emptyObject, live).added(), writer);
            before = before.with(new Managers.Entry(id, everything, time(now)));
        }
        var id = new Managers.Id(writer.manager(), Managers.Operation.APPLY, writer.apiVersion(), writer.subresource());
        FieldSet fields = owned(Typed.fields(schema, config), writer);
        Managers.Entry last = before.find(id);
        Managers during = before.with(new Managers.Entry(id, fields, time(now)));

        ObjectNode merged = keepIdentity((ObjectNode) Typed.merge(schema, base, config), base);
        ObjectNode pruned = last == null ? merged : pruned(merged, last.fields(), during.all());
        Comparison comparison = Comparison.of(schema, base, pruned);
        if (!force) {
            refuseConflicts(during, id, writer.reached(comparison.written()));
        }
        FieldSet lost = writer.reached(comparison.written().union(comparison.removed()));
        Managers after = during.withOthers(id, others -> others.difference(lost));
        boolean unchanged = last != null && last.fields().equals(fields) && base.equals(pruned);
        return unchanged ? before.writeTo(pruned) : after.writeTo(pruned);
    }

    /** Fields that the manager named before, names no more, and nobody else has. */
    private ObjectNode pruned(ObjectNode merged, FieldSet last, FieldSet owned) {
        FieldSet gone = last.withNamedFields(schema).difference(owned.withNamedFields(schema));
        JsonNode kept = Typed.without(schema, merged, gone);
        return kept instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    /** What only the server sets is not taken from a configuration, which may carry an old copy of it. */
    private static ObjectNode keepIdentity(ObjectNode merged, ObjectNode live) {
        if (merged.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
            JsonNode before = live.path("metadata").get("managedFields");
            if (before != null) {
                metadata.set("managedFields", before);
            }
        }
        return merged;
    }

    private static void refuseConflicts(Managers managers, Managers.Id mine, FieldSet written) {
        List<Cause> causes = new ArrayList<>();
        var words = new StringBuilder();
        for (Managers.Entry entry : managers.entries()) {
            if (entry.id().same(mine)) {
                continue;
            }
            List<String> paths = entry.fields().intersection(written).paths();
            if (!paths.isEmpty()) {
                String who = shown(entry.id());
                paths.forEach(path -> causes.add(new Cause("FieldManagerConflict", "conflict with " + who, path)));
                describe(words, who, paths);
            }
        }
        if (!causes.isEmpty()) {
            String count = causes.size() == 1 ? "1 conflict" : causes.size() + " conflicts";
            throw StatusException.of(
                    409, "Conflict", "Apply failed with " + count + ": " + words, new Subject("", "", ""), causes);
        }
    }

    private static void describe(StringBuilder words, String who, List<String> paths) {
        if (!words.isEmpty()) {
            words.append('\n');
        }
        if (paths.size() == 1) {
            words.append("conflict with ").append(who).append(": ").append(paths.getFirst());
        } else {
            words.append("conflicts with ").append(who).append(":");
            paths.forEach(path -> words.append("\n- ").append(path));
        }
    }

    private static String shown(Managers.Id id) {
        String subresource = id.subresource().isEmpty() ? "" : " with subresource \"" + id.subresource() + "\"";
        String using = id.operation() == Managers.Operation.UPDATE ? " using " + id.apiVersion() : "";
        return "\"" + id.manager() + "\"" + subresource + using;
    }

    private static FieldSet owned(FieldSet fields, Writer writer) {
        return writer.reached(fields.difference(STRIPPED));
    }

    private static String time(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static FieldSet stripped() {
        var metadata = FieldSet.leaf();
        for (String name : List.of(
                "name",
                "namespace",
                "creationTimestamp",
                "selfLink",
                "uid",
                "clusterName",
                "generation",
                "managedFields",
                "resourceVersion")) {
            metadata.put(Steps.field(name), FieldSet.leaf());
        }
        var root = FieldSet.leaf();
        root.put(Steps.field("apiVersion"), FieldSet.leaf());
        root.put(Steps.field("kind"), FieldSet.leaf());
        root.put(Steps.field("metadata"), metadata);
        return root;
    }

    /** What an object is before anybody has written to it: for built-in kinds, Go's zero value as JSON. */
    private static ObjectNode emptyObject(Schema schema) {
        if (!schema.typed()) {
            return JsonNodeFactory.instance.objectNode();
        }
        ObjectNode empty =
                Decoding.decode(schema, JsonNodeFactory.instance.objectNode()).object();
        addRequired(schema, empty);
        return empty;
    }

    private static void addRequired(Schema schema, ObjectNode object) {
        schema.properties().forEach((name, field) -> {
            if (object.get(name) instanceof ObjectNode child) {
                addRequired(field, child);
            } else if (schema.required().contains(name) && !object.has(name)) {
                object.set(name, NullNode.instance);
            }
        });
    }
}
