package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.validation.FieldPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Parses JSON into a tree and notices fields that are there twice, which a plain tree would hide. */
public final class TreeReader {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEEPEST = 1000;

    /**
     * What was read.
     *
     * @param duplicateFields paths such as {@code spec.nodeName}; of such a field the last value counts
     */
    public record Tree(JsonNode root, List<String> duplicateFields) {}

    private final JsonParser parser;
    private final List<String> duplicates = new ArrayList<>();

    private TreeReader(JsonParser parser) {
        this.parser = parser;
    }

    /** Throws, in the words of Go, for text that is no JSON or that goes on after its first value. */
    public static Tree read(byte[] json) throws IOException {
        try (JsonParser parser = FACTORY.createParser(json)) {
            var reader = new TreeReader(parser);
            parser.nextToken();
            JsonNode root = reader.value(FieldPath.ROOT, 0);
            if (parser.nextToken() != null) {
                throw new IOException("invalid character after top-level value");
            }
            return new Tree(root, reader.duplicates);
        } catch (JsonEOFException e) {
            throw new IOException("unexpected end of JSON input", e);
        } catch (JsonParseException e) {
            long at = Math.max(0, e.getLocation().getByteOffset() - 1);
            String found = at < json.length ? Character.toString(json[(int) at]) : "";
            throw new IOException("invalid character '" + found + "' looking for beginning of value", e);
        }
    }

    private JsonNode value(FieldPath path, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new IOException("unexpected end of JSON input");
        }
        if (depth > DEEPEST) {
            throw new IOException("exceeded max depth");
        }
        return switch (token) {
            case START_OBJECT -> object(path, depth);
            case START_ARRAY -> array(path, depth);
            case VALUE_STRING -> JSON.textNode(parser.getText());
            case VALUE_TRUE -> JSON.booleanNode(true);
            case VALUE_FALSE -> JSON.booleanNode(false);
            case VALUE_NULL -> JSON.nullNode();
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> JSON.numberNode(parser.getDecimalValue());
            default -> throw new IOException("unexpected token " + token);
        };
    }

    private JsonNode integer() throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> JSON.numberNode(parser.getIntValue());
            case LONG -> JSON.numberNode(parser.getLongValue());
            default -> JSON.numberNode(parser.getBigIntegerValue());
        };
    }

    private ObjectNode object(FieldPath path, int depth) throws IOException {
        ObjectNode object = JSON.objectNode();
        String name;
        while ((name = parser.nextFieldName()) != null) {
            parser.nextToken();
            FieldPath at = path.child(name);
            if (object.replace(name, value(at, depth + 1)) != null) {
                duplicates.add(at.toString());
            }
        }
        return object;
    }

    private ArrayNode array(FieldPath path, int depth) throws IOException {
        ArrayNode array = JSON.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(path.index(array.size()), depth + 1));
        }
        return array;
    }
}
