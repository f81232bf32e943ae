package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The entries of {@code metadata.managedFields}: who set which fields, how, and when last. */
final class Managers {
    private static final int MOST_UPDATERS = 10;
    private static final String ANCIENT = "ancient-changes";

    enum Operation {
        APPLY("Apply"),
        UPDATE("Update");

        private final String wire;

        Operation(String wire) {
            this.wire = wire;
        }
    }

    /** Who an entry belongs to. Applying has one entry over all versions, so its version is not part of the identity. */
    record Id(String manager, Operation operation, String apiVersion, String subresource) {
        boolean same(Id other) {
            return manager.equals(other.manager)
                    && operation == other.operation
                    && subresource.equals(other.subresource)
                    && (operation == Operation.APPLY || apiVersion.equals(other.apiVersion));
        }
    }

    record Entry(Id id, FieldSet fields, String time) {
        Entry with(FieldSet newFields) {
            return new Entry(id, newFields, time);
        }
    }

    private final List<Entry> entries;

    private Managers(List<Entry> entries) {
        this.entries = entries;
    }

    static Managers of(JsonNode object) {
        List<Entry> entries = new ArrayList<>();
        for (JsonNode json : object.path("metadata").path("managedFields")) {
            Operation operation = json.path("operation").asText().equals("Apply") ? Operation.APPLY : Operation.UPDATE;
            var id = new Id(
                    json.path("manager").asText(),
                    operation,
                    json.path("apiVersion").asText(),
                    json.path("subresource").asText());
            entries.add(new Entry(
                    id,
                    FieldSet.fromJson(json.path("fieldsV1")),
                    json.path("time").asText()));
        }
        return new Managers(entries);
    }

    /** A list of one empty entry is how a client asks to forget them all. */
    static boolean isReset(JsonNode object) {
        JsonNode entries = object.path("metadata").path("managedFields");
        return entries.size() == 1 && entries.get(0).isEmpty();
    }

    static boolean isGiven(JsonNode object) {
        return !object.path("metadata").path("managedFields").isEmpty();
    }

    List<Entry> entries() {
        return entries;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    @Nullable
    Entry find(Id id) {
        for (Entry entry : entries) {
            if (entry.id().same(id)) {
                return entry;
            }
        }
        return null;
    }

    Managers with(Entry added) {
        List<Entry> result = new ArrayList<>(entries);
        result.removeIf(entry -> entry.id().same(added.id()));
        if (!added.fields().isEmpty()) {
            result.add(added);
        }
        return new Managers(result);
    }

    /** With the fields of all entries but one changed; entries left without fields go. */
    Managers withOthers(@Nullable Id except, UnaryOperator<FieldSet> change) {
        List<Entry> result = new ArrayList<>();
        for (Entry entry : entries) {
            Entry changed =
                    except != null && entry.id().same(except) ? entry : entry.with(change.apply(entry.fields()));
            if (!changed.fields().isEmpty()) {
                result.add(changed);
            }
        }
        return new Managers(result);
    }

    FieldSet all() {
        FieldSet all = new FieldSet();
        for (Entry entry : entries) {
            all = all.union(entry.fields());
        }
        return all;
    }

    /** Folds the oldest updates of one version into a single entry when there are more than the server keeps. */
    Managers capped() {
        List<Entry> updates = entries.stream()
                .filter(e -> e.id().operation() == Operation.UPDATE
                        && e.id().subresource().isEmpty())
                .sorted(Comparator.comparing(Entry::time))
                .toList();
        int excess = updates.size() - MOST_UPDATERS;
        if (excess <= 0) {
            return this;
        }
        Map<String, Entry> folded = new LinkedHashMap<>();
        List<Entry> result = new ArrayList<>(entries);
        for (Entry old : updates.subList(0, excess + 1)) {
            result.remove(old);
            var id = new Id(ANCIENT, Operation.UPDATE, old.id().apiVersion(), "");
            folded.merge(
                    old.id().apiVersion(),
                    new Entry(id, old.fields(), old.time()),
                    (a, b) -> new Entry(id, a.fields().union(b.fields()), b.time()));
        }
        result.addAll(folded.values());
        return new Managers(result);
    }

    /** The object with these entries as its managedFields. */
    ObjectNode writeTo(ObjectNode object) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.setAll(object);
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        if (object.get("metadata") instanceof ObjectNode before) {
            metadata.setAll(before);
        }
        metadata.remove("managedFields");
        if (!entries.isEmpty()) {
            metadata.set("managedFields", toJson());
        }
        result.set("metadata", metadata);
        return result;
    }

    private ArrayNode toJson() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        entries.stream()
                .sorted(Comparator.comparing((Entry e) -> e.id().operation())
                        .thenComparing(Entry::time)
                        .thenComparing(e -> e.id().manager())
                        .thenComparing(e -> e.id().apiVersion())
                        .thenComparing(e -> e.id().subresource()))
                .forEach(entry -> {
                    ObjectNode node = json.addObject();
                    node.put("manager", entry.id().manager());
                    node.put("operation", entry.id().operation().wire);
                    node.put("apiVersion", entry.id().apiVersion());
                    node.put("time", entry.time());
                    node.put("fieldsType", "FieldsV1");
                    node.set("fieldsV1", entry.fields().toJson());
                    if (!entry.id().subresource().isEmpty()) {
                        node.put("subresource", entry.id().subresource());
                    }
                });
        return json;
    }
}
