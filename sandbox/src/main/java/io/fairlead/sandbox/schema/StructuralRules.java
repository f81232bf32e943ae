package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.validation.FieldErrors;
import io.fairlead.sandbox.validation.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What makes a CRD's schema structural: every value has a type, and combinations only add checks. */
final class StructuralRules {
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final List<String> COMBINATIONS = List.of("allOf", "anyOf", "oneOf");
    /** The one place below a combination where types may stand. */
    private static final JsonNode INT_OR_STRING = JsonNodeFactory.instance
            .arrayNode()
            .add(JsonNodeFactory.instance.objectNode().put("type", "integer"))
            .add(JsonNodeFactory.instance.objectNode().put("type", "string"));

    private static final Set<String> METADATA_FIELDS = Set.of("name", "generateName");

    private final FieldErrors errors;

    private StructuralRules(FieldErrors errors) {
        this.errors = errors;
    }

    static void check(ObjectNode schema, FieldPath path, FieldErrors errors) {
        var rules = new StructuralRules(errors);
        rules.value(schema, path, true);
        String type = schema.path("type").asText();
        if (!type.isEmpty() && !type.equals("object")) {
            errors.invalid(path.child("type"), type, "must be object at the root");
        }
        JsonNode metadata = schema.path("properties").path("metadata").path("properties");
        if (metadata.propertyStream().anyMatch(e -> !METADATA_FIELDS.contains(e.getKey()))) {
            errors.forbidden(
                    path.child("properties").key("metadata"),
                    "must not specify anything other than name and generateName, but metadata is implicitly specified");
        }
    }

    private void value(ObjectNode schema, FieldPath path, boolean root) {
        if (schema.has("$ref")) {
            errors.forbidden(path.child("$ref"), "$ref is not supported");
            return;
        }
        type(schema, path, root);
        pattern(schema, path);
        if (schema.has("properties") && schema.path("additionalProperties").isObject()) {
            errors.forbidden(
                    path.child("additionalProperties"), "additionalProperties and properties are mutual exclusive");
        }
        if (schema.path("uniqueItems").asBoolean()) {
            errors.forbidden(
                    path.child("uniqueItems"),
                    "uniqueItems cannot be set to true since the runtime complexity " + "becomes quadratic");
        }
        JsonNode preserve = schema.get("x-kubernetes-preserve-unknown-fields");
        if (preserve != null && !preserve.asBoolean()) {
            errors.invalid(path.child("x-kubernetes-preserve-unknown-fields"), preserve, "must be true or undefined");
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (property.getValue() instanceof ObjectNode node) {
                value(node, path.child("properties").key(property.getKey()), false);
            }
        }
        for (String child : List.of("items", "additionalProperties")) {
            if (schema.get(child) instanceof ObjectNode node) {
                value(node, path.child(child), false);
            }
        }
        list(schema, path);
        RuleSyntax.check(schema, root, path, errors);
        combinations(schema, path);
        defaultValue(schema, path);
    }

    private void type(ObjectNode schema, FieldPath path, boolean root) {
        String type = schema.path("type").asText();
        boolean free = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                || schema.path("x-kubernetes-int-or-string").asBoolean();
        if (type.isEmpty()) {
            if (!free || root) {
                String where = root ? "at the root" : "for specified object fields";
                errors.required(path.child("type"), "must not be empty " + where);
            }
        } else if (!TYPES.contains(type)) {
            errors.unsupported(path.child("type"), type, TYPES);
        } else if (type.equals("array") && !schema.path("items").isObject()) {
            errors.required(path.child("items"), "must be specified");
        }
    }

    private void pattern(ObjectNode schema, FieldPath path) {
        String pattern = schema.path("pattern").asText();
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            errors.invalid(
                    path.child("pattern"),
                    pattern,
                    "must be a valid regular expression, but isn't: " + e.getDescription());
        }
    }

    private void list(ObjectNode schema, FieldPath path) {
        String listType = schema.path("x-kubernetes-list-type").asText();
        JsonNode keys = schema.path("x-kubernetes-list-map-keys");
        if (!listType.isEmpty() && !Set.of("atomic", "set", "map").contains(listType)) {
            errors.unsupported(path.child("x-kubernetes-list-type"), listType, List.of("atomic", "map", "set"));
        }
        if (listType.equals("map") && keys.isEmpty()) {
            errors.required(
                    path.child("x-kubernetes-list-map-keys"), "must not be empty if x-kubernetes-list-type is map");
        }
        JsonNode items = schema.path("items");
        Set<String> required = Set.copyOf(
                items.path("required").valueStream().map(JsonNode::asText).toList());
        for (JsonNode key : keys) {
            JsonNode property = items.path("properties").path(key.asText());
            FieldPath at = path.child("items").child("properties").key(key.asText());
            if (property.isMissingNode()) {
                errors.invalid(
                        path.child("x-kubernetes-list-map-keys"), keys, "entries must all be names of item properties");
            } else if (!property.has("default") && !required.contains(key.asText())) {
                errors.required(
                        at.child("default"),
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property");
            }
        }
    }

    /** Below allOf, anyOf, oneOf and not there may be checks, but nothing that shapes the object. */
    private void combinations(ObjectNode schema, FieldPath path) {
        boolean intOrString = schema.path("x-kubernetes-int-or-string").asBoolean();
        for (String combination : COMBINATIONS) {
            JsonNode schemas = schema.path(combination);
            boolean namesTypes = intOrString && combination.equals("anyOf") && schemas.equals(INT_OR_STRING);
            for (int i = 0; i < schemas.size() && !namesTypes; i++) {
                checksOnly(schemas.get(i), path.child(combination).index(i));
            }
        }
        checksOnly(schema.path("not"), path.child("not"));
    }

    private void checksOnly(JsonNode schema, FieldPath path) {
        if (schema.has("type")) {
            errors.forbidden(path.child("type"), "must be empty to be structural");
        }
        if (schema.has("default")) {
            errors.forbidden(path.child("default"), "must be undefined to be structural");
        }
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            checksOnly(property.getValue(), path.child("properties").key(property.getKey()));
        }
        if (schema.has("items")) {
            checksOnly(schema.path("items"), path.child("items"));
        }
    }

    private void defaultValue(ObjectNode schema, FieldPath path) {
        JsonNode value = schema.get("default");
        if (value == null) {
            return;
        }
        for (Cause cause : SchemaValidation.validateAt(SchemaReader.structural(schema), value, FieldPath.ROOT)) {
            FieldPath at = path.child("default");
            errors.causes()
                    .add(new Cause(
                            cause.reason(),
                            cause.message(),
                            cause.field().isEmpty() ? at.toString() : at + "." + cause.field()));
        }
    }
}
