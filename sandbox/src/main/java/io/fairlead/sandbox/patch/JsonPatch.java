package io.fairlead.sandbox.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.schema.GoTypes;
import io.fairlead.sandbox.status.StatusException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** RFC 6902, with the leniencies of the real server: replacing or copying an absent field of an object is allowed. */
public final class JsonPatch {
    private static final int MOST_OPERATIONS = 10_000;

    private JsonPatch() {}

    /** Applies the operations to a copy; one that cannot be done refuses them all. */
    public static ObjectNode apply(JsonNode patch, ObjectNode object) {
        if (!patch.isArray()) {
            throw StatusException.badRequest("error decoding patch: json: cannot unmarshal " + GoTypes.inJson(patch)
                    + " into Go value of type []handlers.jsonPatchOp");
        }
        if (patch.size() > MOST_OPERATIONS) {
            throw StatusException.of(
                    413,
                    "RequestEntityTooLarge",
                    "The allowed maximum operations in a JSON patch is " + MOST_OPERATIONS + ", got " + patch.size());
        }
        JsonNode document = object.deepCopy();
        for (JsonNode operation : patch) {
            document = apply(operation, document);
        }
        if (document instanceof ObjectNode result) {
            return result;
        }
        throw refused();
    }

    private static JsonNode apply(JsonNode operation, JsonNode document) {
        Pointer path = Pointer.of(operation.get("path"));
        return switch (operation.path("op").asText()) {
            case "add" -> add(document, path, value(operation));
            case "remove" -> remove(document, path);
            case "replace" -> replace(document, path, value(operation));
            case "move" -> {
                Pointer from = Pointer.of(operation.get("from"));
                JsonNode moved = get(document, from);
                if (moved == null) {
                    throw refused();
                }
                yield add(remove(document, from), path, moved);
            }
            case "copy" -> {
                JsonNode copied = get(document, Pointer.of(operation.get("from")));
                yield add(document, path, copied == null ? NullNode.instance : copied.deepCopy());
            }
            case "test" -> test(document, path, operation.path("value"));
            default -> throw refused();
        };
    }

    private static JsonNode value(JsonNode operation) {
        JsonNode value = operation.get("value");
        return value == null ? NullNode.instance : value;
    }

    private static JsonNode add(JsonNode document, Pointer path, JsonNode value) {
        if (path.isRoot()) {
            return value;
        }
        switch (parent(document, path)) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode array -> {
                if (path.last().equals("-")) {
                    array.add(value);
                } else {
                    array.insert(index(path.last(), array.size()), value);
                }
            }
            default -> throw refused();
        }
        return document;
    }

    private static JsonNode remove(JsonNode document, Pointer path) {
        if (path.isRoot()) {
            throw refused();
        }
        switch (parent(document, path)) {
            case ObjectNode object when object.has(path.last()) -> object.remove(path.last());
            case ArrayNode array -> array.remove(index(path.last(), array.size() - 1));
            default -> throw refused();
        }
        return document;
    }

    private static JsonNode replace(JsonNode document, Pointer path, JsonNode value) {
        if (path.isRoot()) {
            return value;
        }
        switch (parent(document, path)) {
            case ObjectNode object -> object.set(path.last(), value);
            case ArrayNode array -> array.set(index(path.last(), array.size() - 1), value);
            default -> throw refused();
        }
        return document;
    }

    private static JsonNode test(JsonNode document, Pointer path, JsonNode expected) {
        JsonNode actual = get(document, path);
        boolean same = (actual == null || actual.isNull())
                ? expected.isNull() || expected.isMissingNode()
                : JsonValues.same(actual, expected);
        if (!same) {
            throw refused();
        }
        return document;
    }

    private static @Nullable JsonNode get(JsonNode document, Pointer path) {
        if (path.isRoot()) {
            return document;
        }
        return switch (parent(document, path)) {
            case ObjectNode object -> object.get(path.last());
            case ArrayNode array -> array.get(index(path.last(), array.size() - 1));
            default -> null;
        };
    }

    private static JsonNode parent(JsonNode document, Pointer path) {
        JsonNode node = document;
        for (String step : path.steps().subList(0, path.steps().size() - 1)) {
            node = node instanceof ArrayNode array ? array.path(index(step, array.size() - 1)) : node.path(step);
        }
        return node;
    }

    private static int index(String step, int most) {
        int index;
        try {
            index = Integer.parseInt(step);
        } catch (NumberFormatException e) {
            throw refused();
        }
        // A negative index counts from the end, which the real server allows.
        if (index < 0) {
            index += most + 1;
        }
        if (index < 0 || index > most) {
            throw refused();
        }
        return index;
    }

    /** The real server does not say more than this to anybody. */
    private static StatusException refused() {
        return StatusException.of(422, "Invalid", "the server rejected our request due to an error in our request");
    }

    /** A JSON pointer, its escapes undone. */
    private record Pointer(List<String> steps) {
        static Pointer of(@Nullable JsonNode text) {
            if (text == null || !text.isTextual()) {
                throw refused();
            }
            if (text.textValue().isEmpty()) {
                return new Pointer(List.of());
            }
            if (!text.textValue().startsWith("/")) {
                throw refused();
            }
            return new Pointer(Stream.of(text.textValue().substring(1).split("/", -1))
                    .map(step -> step.replace("~1", "/").replace("~0", "~"))
                    .toList());
        }

        boolean isRoot() {
            return steps.isEmpty();
        }

        String last() {
            return steps.getLast();
        }
    }
}
