package io.fairlead.sandbox.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Column;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.store.Stored;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Objects as rows of a {@code Table}, for {@code kubectl get}. Made for one request: a watch names its columns only once. */
final class TableForm implements Form {
    private final Clock clock;
    private final String include;
    private boolean headed;

    /** @param include what each row carries of its object: {@code Metadata}, {@code Object} or {@code None} */
    TableForm(Clock clock, String include) {
        this.clock = clock;
        this.include = include;
    }

    @Override
    public byte[] one(Call call, Stored object) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("resourceVersion", Trees.meta(object.tree(), "resourceVersion"));
        return Json.bytes(table(call, List.of(object), metadata, true));
    }

    @Override
    public byte[] many(Call call, Answer.Many page) {
        return Json.bytes(table(call, page.objects(), ListMetadata.of(page), true));
    }

    @Override
    public byte[] event(Call call, Stored object) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("resourceVersion", Trees.meta(object.tree(), "resourceVersion"));
        boolean first = !headed;
        headed = true;
        return Json.bytes(table(call, List.of(object), metadata, first));
    }

    @Override
    public byte[] bookmark(Call call, long version, boolean endOfInitial) {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("resourceVersion", Long.toString(version));
        ObjectNode table = table(call, List.of(), metadata, !headed);
        headed = true;
        ObjectNode row = table.withArray("rows").addObject();
        row.putArray("cells");
        row.set("object", MetadataForm.partial(ListMetadata.ofBookmark(version, endOfInitial)));
        return Json.bytes(table);
    }

    private ObjectNode table(Call call, List<Stored> objects, ObjectNode metadata, boolean withColumns) {
        ObjectNode table = JsonNodeFactory.instance.objectNode();
        table.put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.set("metadata", metadata);
        List<Column> columns = call.version().columns();
        if (withColumns) {
            ArrayNode definitions = table.putArray("columnDefinitions");
            columns.forEach(column -> definitions
                    .addObject()
                    .put("name", column.name())
                    .put("type", column.type())
                    .put("format", column.format())
                    .put("description", column.description())
                    .put("priority", column.priority()));
        } else {
            table.putNull("columnDefinitions");
        }
        ArrayNode rows = table.putArray("rows");
        Instant now = clock.instant();
        for (Stored object : objects) {
            ObjectNode row = rows.addObject();
            ArrayNode cells = row.putArray("cells");
            columns.forEach(column -> cells.add(column.cell().of(object.tree(), now)));
            switch (include) {
                case "None" -> row.putNull("object");
                case "Object" -> row.set("object", versioned(call, object.tree()));
                default -> row.set("object", MetadataForm.partial(Trees.metadata(object.tree())));
            }
        }
        return table;
    }

    private static ObjectNode versioned(Call call, ObjectNode tree) {
        return Trees.copy(tree).put("apiVersion", call.apiVersion());
    }
}
