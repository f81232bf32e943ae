package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads schemas from JSON: a whole set of definitions that refer to each other, or one CRD's structural schema. */
final class SchemaReader {
    private static final String REF = "#/components/schemas/";

    private final Map<String, JsonNode> definitions;
    private final boolean typed;
    private final Map<String, Schema> read = new HashMap<>();

    private SchemaReader(Map<String, JsonNode> definitions, boolean typed) {
        this.definitions = definitions;
        this.typed = typed;
    }

    /** For the definitions of built-in kinds. */
    static SchemaReader ofDefinitions(ObjectNode definitions) {
        Map<String, JsonNode> byName = new HashMap<>();
        definitions.properties().forEach(e -> byName.put(e.getKey(), e.getValue()));
        return new SchemaReader(byName, true);
    }

    /** The {@code openAPIV3Schema} of a CRD version. */
    static Schema structural(JsonNode json) {
        Schema schema = new SchemaReader(Map.of(), false).read(json);
        schema.rules = rules(json, true);
        return schema;
    }

    Schema definition(String name) {
        Schema known = read.get(name);
        if (known != null) {
            return known;
        }
        var schema = new Schema();
        read.put(name, schema);
        schema.typeName = name.substring(name.lastIndexOf('.') + 1);
        fill(schema, definitions.getOrDefault(name, MissingNode.getInstance()));
        giveForm(schema);
        return schema;
    }

    private static void giveForm(Schema schema) {
        switch (schema.typeName) {
            case "Quantity" -> schema.form = Schema.Form.QUANTITY;
            case "Time" -> schema.form = Schema.Form.TIME;
            case "MicroTime" -> schema.form = Schema.Form.MICRO_TIME;
            case "IntOrString" -> schema.form = Schema.Form.INT_OR_STRING;
            case "FieldsV1", "RawExtension", "JSON" -> schema.preserveUnknown = true;
            // A schema inside a CRD is checked by the structural rules, not field by field.
            case "JSONSchemaPropsOrArray", "JSONSchemaPropsOrBool", "JSONSchemaPropsOrStringArray" -> {
                schema.type = Schema.Type.ANY;
                schema.preserveUnknown = true;
            }
            default -> {}
        }
    }

    private Schema read(JsonNode json) {
        String ref = json.path("$ref").asText();
        if (!ref.startsWith(REF)) {
            var schema = new Schema();
            fill(schema, json);
            return schema;
        }
        Schema target = definition(ref.substring(REF.length()));
        return json.size() == 1 ? target : withSiblings(target, json);
    }

    /** What stands beside a {@code $ref} belongs to the field, not to the type that it shares with others. */
    private Schema withSiblings(Schema target, JsonNode json) {
        var schema = new Schema();
        // A type that is being read further up the stack has its maps already, and they are filled in place.
        schema.type = target.type;
        schema.form = target.form;
        schema.format = target.format;
        schema.typeName = target.typeName;
        schema.typed = target.typed;
        schema.preserveUnknown = target.preserveUnknown;
        schema.atomicMap = target.atomicMap;
        schema.properties = target.properties;
        schema.required = target.required;
        schema.items = target.items;
        schema.additionalProperties = target.additionalProperties;
        fillField(schema, json);
        return schema;
    }

    private void fill(Schema schema, JsonNode json) {
        schema.typed = typed;
        schema.type = switch (json.path("type").asText()) {
            case "object" -> Schema.Type.OBJECT;
            case "array" -> Schema.Type.ARRAY;
            case "string" -> Schema.Type.STRING;
            case "integer" -> Schema.Type.INTEGER;
            case "number" -> Schema.Type.NUMBER;
            case "boolean" -> Schema.Type.BOOLEAN;
            default -> Schema.Type.ANY;
        };
        if (json.path("x-kubernetes-int-or-string").asBoolean()) {
            schema.form = Schema.Form.INT_OR_STRING;
        }
        schema.format = json.path("format").asText();
        schema.preserveUnknown =
                json.path("x-kubernetes-preserve-unknown-fields").asBoolean();
        schema.embeddedResource = json.path("x-kubernetes-embedded-resource").asBoolean();
        schema.nullable = json.path("nullable").asBoolean();
        var required = new LinkedHashSet<String>();
        json.path("required").forEach(name -> required.add(name.asText()));
        schema.required = required;
        if (json.path("properties") instanceof ObjectNode properties) {
            Map<String, Schema> fields = new LinkedHashMap<>();
            schema.properties = fields;
            properties.properties().forEach(e -> fields.put(e.getKey(), read(e.getValue())));
        }
        if (json.path("items").isObject()) {
            schema.items = read(json.path("items"));
        }
        JsonNode values = json.path("additionalProperties");
        if (values.isObject()) {
            schema.additionalProperties = read(values);
        } else if (values.isBoolean() && values.asBoolean()) {
            schema.additionalProperties = Schema.anything();
        }
        schema.allOf = readAll(json.path("allOf"));
        schema.anyOf = readAll(json.path("anyOf"));
        schema.oneOf = typed ? List.of() : readAll(json.path("oneOf"));
        schema.not = json.path("not").isObject() ? read(json.path("not")) : null;
        schema.limits = limits(json);
        // Built-in kinds are not judged by rules.
        schema.rules = typed ? List.of() : rules(json, false);
        fillField(schema, json);
    }

    private static List<SchemaRule> rules(JsonNode json, boolean root) {
        RuleScope scope = new RuleScope(json, root);
        return json.path("x-kubernetes-validations")
                .valueStream()
                .map(rule -> new SchemaRule(rule, scope))
                .toList();
    }

    private List<Schema> readAll(JsonNode array) {
        List<Schema> schemas = new ArrayList<>();
        array.forEach(json -> schemas.add(read(json)));
        return schemas;
    }

    private static void fillField(Schema schema, JsonNode json) {
        schema.defaultValue = json.get("default");
        schema.omitZero = json.path("x-omit-zero").asBoolean();
        schema.allowed = json.path("enum").valueStream().toList();
        schema.listType = switch (json.path("x-kubernetes-list-type").asText()) {
            case "set" -> Schema.ListType.SET;
            case "map" -> Schema.ListType.MAP;
            default -> Schema.ListType.ATOMIC;
        };
        schema.listMapKeys = json.path("x-kubernetes-list-map-keys")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        schema.atomicMap |= json.path("x-kubernetes-map-type").asText().equals("atomic");
        String strategy = json.path("x-kubernetes-patch-strategy").asText();
        schema.mergesByPatch = strategy.contains("merge");
        schema.retainsKeysByPatch = strategy.contains("retainKeys");
        schema.patchMergeKey = json.path("x-kubernetes-patch-merge-key").asText();
    }

    private static Schema.Limits limits(JsonNode json) {
        String pattern = json.path("pattern").asText();
        return new Schema.Limits(
                decimal(json.get("minimum")),
                json.path("exclusiveMinimum").asBoolean(),
                decimal(json.get("maximum")),
                json.path("exclusiveMaximum").asBoolean(),
                decimal(json.get("multipleOf")),
                integer(json.get("minLength")),
                integer(json.get("maxLength")),
                pattern.isEmpty() ? null : Pattern.compile(pattern),
                integer(json.get("minItems")),
                integer(json.get("maxItems")),
                json.path("uniqueItems").asBoolean(),
                integer(json.get("minProperties")),
                integer(json.get("maxProperties")));
    }

    private static @Nullable BigDecimal decimal(@Nullable JsonNode node) {
        return node == null ? null : node.decimalValue();
    }

    private static @Nullable Integer integer(@Nullable JsonNode node) {
        return node == null ? null : node.intValue();
    }
}
