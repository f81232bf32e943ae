package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.validation.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object by its schema in one walk: unknown fields are dropped and reported, defaults are set.
 *
 * <p>Built-in kinds come out as they would from the Go type: null and zero values gone, quantities and times in canonical
 * form, empty structs present, values of a wrong type refused. In custom resources a wrong type is left for
 * {@link SchemaValidation} to report.
 */
public final class Decoding {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Set<String> RESOURCE_FIELDS = Set.of("apiVersion", "kind", "metadata");

    private final List<String> unknown = new ArrayList<>();

    private Decoding() {}

    /** Throws {@link DecodeException} when a built-in kind cannot hold the value. */
    public static Decoded decode(Schema schema, ObjectNode object) {
        var decoding = new Decoding();
        ObjectNode decoded = decoding.object(schema, object, FieldPath.ROOT, "");
        if (!schema.typed) {
            decoding.unknown.sort(null);
        }
        return new Decoded(decoded, decoding.unknown);
    }

    private @Nullable JsonNode value(Schema schema, JsonNode value, FieldPath path, String goPath) {
        if (schema.typed) {
            return typed(schema, value, path, goPath);
        }
        return switch (value) {
            case ObjectNode object -> object(schema, object, path, goPath);
            case ArrayNode array when schema.items != null -> array(schema.items, array, path, goPath);
            default -> value;
        };
    }

    private @Nullable JsonNode typed(Schema schema, JsonNode value, FieldPath path, String goPath) {
        if (value.isNull()) {
            return null;
        }
        if (schema.form != Schema.Form.PLAIN) {
            return GoValues.special(schema.form, value, goPath);
        }
        switch (schema.type) {
            case OBJECT -> {
                if (value instanceof ObjectNode object) {
                    return object(schema, object, path, goPath);
                }
            }
            case ARRAY -> {
                if (value instanceof ArrayNode array && schema.items != null) {
                    return array(schema.items, array, path, goPath);
                }
            }
            default -> {
                return GoValues.scalar(schema, value, goPath);
            }
        }
        throw GoValues.mismatch(schema, value, goPath);
    }

    private ArrayNode array(Schema items, ArrayNode input, FieldPath path, String goPath) {
        ArrayNode output = JSON.arrayNode(input.size());
        for (int i = 0; i < input.size(); i++) {
            JsonNode item = value(items, input.get(i), path.index(i), goPath);
            output.add(item == null ? GoValues.zero(items) : item);
        }
        return output;
    }

    private ObjectNode object(Schema schema, ObjectNode input, FieldPath path, String goPath) {
        ObjectNode output = JSON.objectNode();
        boolean struct = !schema.properties.isEmpty();
        for (Map.Entry<String, JsonNode> entry : input.properties()) {
            String name = entry.getKey();
            Schema field = schema.field(name);
            if (field == null) {
                if (keepsUnknown(schema, name)) {
                    output.set(name, entry.getValue());
                } else {
                    unknown.add(path.child(name).toString());
                }
                continue;
            }
            String fieldGoPath = struct ? goField(schema, name, goPath) : goPath;
            JsonNode value = value(field, entry.getValue(), path.child(name), fieldGoPath);
            if (value == null) {
                if (!struct) {
                    output.set(name, GoValues.zero(field));
                }
            } else if (!(field.omitZero && GoValues.isZero(value))) {
                output.set(name, value);
            }
        }
        setDefaults(schema, output, path, goPath);
        return output;
    }

    private static boolean keepsUnknown(Schema schema, String name) {
        return schema.preserveUnknown
                || (schema.embeddedResource && RESOURCE_FIELDS.contains(name))
                || (schema.typed && schema.type == Schema.Type.ANY);
    }

    private void setDefaults(Schema schema, ObjectNode output, FieldPath path, String goPath) {
        for (var property : schema.properties.entrySet()) {
            Schema field = property.getValue();
            JsonNode fallback = field.defaultValue;
            // A zero default of a field that leaves zero out is the same as none.
            if (fallback == null || (field.omitZero && GoValues.isZero(fallback))) {
                continue;
            }
            String name = property.getKey();
            JsonNode present = output.get(name);
            boolean absent = present == null || (present.isNull() && !field.nullable);
            if (absent) {
                JsonNode value = value(field, fallback, path.child(name), goPath);
                output.set(name, value == null ? fallback : value);
            }
        }
    }

    /** {@code PodSpec.spec.containers}: the struct's name, then the path to the field without list indexes. */
    private static String goField(Schema schema, String name, String goPath) {
        String prefix = goPath.substring(goPath.indexOf('.') + 1);
        return schema.typed ? schema.typeName + "." + (prefix.isEmpty() ? name : prefix + "." + name) : goPath;
    }
}
