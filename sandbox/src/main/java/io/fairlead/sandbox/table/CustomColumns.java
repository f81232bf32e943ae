package io.fairlead.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import io.fairlead.sandbox.resource.Column;
import io.fairlead.sandbox.resource.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The columns that a CustomResourceDefinition names for its kind. */
public final class CustomColumns {
    private CustomColumns() {}

    /** The name first, then {@code additionalPrinterColumns}; without any of these, the age. */
    public static List<Column> of(JsonNode version) {
        List<Column> columns = new ArrayList<>();
        columns.add(Cells.name());
        JsonNode own = version.path("additionalPrinterColumns");
        if (own.isEmpty()) {
            columns.add(Cells.age());
        }
        own.forEach(column -> columns.add(column(column)));
        return columns;
    }

    private static Column column(JsonNode column) {
        String path = Trees.text(column, "jsonPath");
        String type = Trees.text(column, "type");
        String description = Trees.text(column, "description");
        var parsed = new JsonPath(path);
        return new Column(
                Trees.text(column, "name"),
                type,
                Trees.text(column, "format"),
                description.isEmpty() ? "Custom resource definition column (in JSONPath format): " + path : description,
                column.path("priority").asInt(),
                (object, now) -> cell(type, parsed.find(object), now));
    }

    private static JsonNode cell(String type, List<JsonNode> found, Instant now) {
        if (found.isEmpty()) {
            return NullNode.instance;
        }
        JsonNode value = found.getFirst();
        return switch (type) {
            case "string" -> Cells.text(value.isValueNode() ? value.asText() : value.toString());
            case "integer" ->
                value.isNumber() ? JsonNodeFactory.instance.numberNode(value.longValue()) : NullNode.instance;
            case "number" -> value.isNumber() ? value : NullNode.instance;
            case "boolean" -> value.isBoolean() ? value : NullNode.instance;
            case "date" -> value.isTextual() ? Cells.text(HumanDuration.since(value.asText(), now)) : NullNode.instance;
            default -> NullNode.instance;
        };
    }
}
