package io.fairlead.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Column;
import io.fairlead.sandbox.resource.FieldLabel;
import io.fairlead.sandbox.resource.Trees;
import java.util.function.Function;

/** Makes columns. */
final class Cells {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Cells() {}

    static Column name() {
        return new Column(
                "Name",
                "string",
                "name",
                "Unique within its namespace.",
                0,
                (object, now) -> text(Trees.meta(object, "name")));
    }

    static Column age() {
        return new Column(
                "Age",
                "string",
                "",
                "Time since it was created.",
                0,
                (object, now) -> text(HumanDuration.since(Trees.meta(object, "creationTimestamp"), now)));
    }

    static Column column(String name, String description, Function<ObjectNode, String> cell) {
        return new Column(name, "string", "", description, 0, (object, now) -> text(cell.apply(object)));
    }

    /** A column that only {@code -o wide} shows. */
    static Column wide(String name, String description, Function<ObjectNode, String> cell) {
        return new Column(name, "string", "", description, 1, (object, now) -> text(cell.apply(object)));
    }

    static Column column(String name, String description, Column.Cell cell) {
        return new Column(name, "string", "", description, 0, cell);
    }

    static Column wide(String name, String description, Column.Cell cell) {
        return new Column(name, "string", "", description, 1, cell);
    }

    /** The text at a dotted path. */
    static Function<ObjectNode, String> at(String path) {
        return FieldLabel.at(path)::of;
    }

    /** The text at a dotted path, or other words when there is none. */
    static Function<ObjectNode, String> at(String path, String absent) {
        return FieldLabel.at(path, absent)::of;
    }

    static JsonNode text(String text) {
        return JSON.textNode(text);
    }
}
