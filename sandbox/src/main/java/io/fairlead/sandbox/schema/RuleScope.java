package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.cel.ValidationRules;
import io.fairlead.cel.ValueType;
import io.fairlead.cel.ValueType.Scalar;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the rules at one place of a structural schema can see. */
final class RuleScope {
    private static final JsonNode TEXT = JsonNodeFactory.instance.objectNode().put("type", "string");
    private static final JsonNode METADATA = object(Map.of("name", TEXT, "generateName", TEXT));
    /** These can be seen at the root of every resource, also of one inside another. */
    private static final Map<String, JsonNode> ROOT_FIELDS =
            Map.of("apiVersion", TEXT, "kind", TEXT, "metadata", METADATA);

    private final JsonNode schema;
    private final boolean root;
    private @Nullable ValidationRules rules;

    /** @param root whether the schema is that of a whole custom resource */
    RuleScope(JsonNode schema, boolean root) {
        this.schema = schema;
        this.root = root;
    }

    /** The compiler of its rules; empty where none can stand, because nothing is declared. A race makes it twice. */
    Optional<ValidationRules> rules() {
        ValidationRules known = rules;
        if (known != null) {
            return Optional.of(known);
        }
        Optional<ValidationRules> found =
                type(schema, root || isResource(schema)).map(ValidationRules::new);
        found.ifPresent(compiler -> rules = compiler);
        return found;
    }

    private static boolean isResource(JsonNode schema) {
        return schema.path("x-kubernetes-embedded-resource").asBoolean();
    }

    private static ObjectNode object(Map<String, JsonNode> properties) {
        ObjectNode object = JsonNodeFactory.instance.objectNode().put("type", "object");
        object.putObject("properties").setAll(properties);
        return object;
    }

    private static Optional<ValueType> type(JsonNode schema) {
        return type(schema, isResource(schema));
    }

    private static Optional<ValueType> type(JsonNode schema, boolean root) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return Optional.of(Scalar.ANY);
        }
        return switch (schema.path("type").asText()) {
            case "array" -> type(schema.path("items")).map(ValueType.Items::new);
            case "object" ->
                schema.path("additionalProperties").isObject()
                        ? type(schema.path("additionalProperties")).map(ValueType.Table::new)
                        : Optional.of(fields(schema, root));
            case "string" -> Optional.of(text(schema.path("format").asText()));
            case "boolean" -> Optional.of(Scalar.BOOLEAN);
            case "number" -> Optional.of(Scalar.NUMBER);
            case "integer" -> Optional.of(Scalar.INTEGER);
            default -> Optional.empty();
        };
    }

    private static ValueType fields(JsonNode schema, boolean root) {
        Map<String, ValueType> fields = new HashMap<>();
        schema.path("properties")
                .forEachEntry((name, property) -> type(property).ifPresent(type -> fields.put(name, type)));
        if (root) {
            ROOT_FIELDS.forEach((name, property) -> type(property).ifPresent(type -> fields.put(name, type)));
        }
        return new ValueType.Fields(fields);
    }

    private static ValueType text(String format) {
        return switch (format) {
            case "byte" -> Scalar.BYTES;
            case "duration" -> Scalar.DURATION;
            case "date", "date-time" -> Scalar.TIME;
            default -> Scalar.TEXT;
        };
    }
}
