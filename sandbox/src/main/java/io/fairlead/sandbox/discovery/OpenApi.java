package io.fairlead.sandbox.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Registry;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.ServedVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * OpenAPI v3, one document per group and version: the operations (with the query parameters that kubectl looks for) and
 * the schemas of the objects.
 */
public final class OpenApi {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> WRITE_PARAMETERS =
            List.of("pretty", "dryRun", "fieldManager", "fieldValidation", "force");

    private final Registry registry;
    private final ObjectNode definitions;
    private final BiFunction<ResourceType, ServedVersion, Optional<JsonNode>> customSchemas;

    /**
     * @param definitions the schemas of the built-in kinds
     * @param customSchemas finds the schema of a custom resource's version
     */
    public OpenApi(
            Registry registry,
            ObjectNode definitions,
            BiFunction<ResourceType, ServedVersion, Optional<JsonNode>> customSchemas) {
        this.registry = registry;
        this.definitions = definitions;
        this.customSchemas = customSchemas;
    }

    /** {@code /openapi/v3}: where the documents are. */
    public ObjectNode index() {
        Set<String> paths = new TreeSet<>();
        for (ResourceType type : registry.all()) {
            for (ServedVersion version : type.versions()) {
                if (version.served()) {
                    String prefix = type.names().group().isEmpty() ? "api/" : "apis/";
                    paths.add(prefix + type.names().apiVersion(version.name()));
                }
            }
        }
        ObjectNode index = JSON.objectNode();
        ObjectNode all = index.putObject("paths");
        paths.forEach(path -> all.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path));
        return index;
    }

    /** The document of one group and version; empty when nothing is served there. */
    public Optional<ObjectNode> document(String group, String version) {
        ObjectNode document = JSON.objectNode().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", "v1.36.3");
        ObjectNode paths = document.putObject("paths");
        ObjectNode schemas = JSON.objectNode();
        List<String> used = new ArrayList<>();
        for (ResourceType type : registry.all()) {
            Optional<ServedVersion> served = type.served(version);
            if (type.names().group().equals(group) && served.isPresent()) {
                addPaths(paths, type, version);
                customSchemas
                        .apply(type, served.get())
                        .ifPresentOrElse(
                                schema -> schemas.set(customName(type, version), custom(type, version, schema)),
                                () -> definitionOf(type, version).ifPresent(used::add));
            }
        }
        if (paths.isEmpty()) {
            return Optional.empty();
        }
        used.forEach(name -> addDefinition(schemas, name));
        document.putObject("components").set("schemas", schemas);
        return Optional.of(document);
    }

    private static void addPaths(ObjectNode paths, ResourceType type, String version) {
        String root = (type.names().group().isEmpty() ? "/api/" : "/apis/")
                + type.names().apiVersion(version)
                + (type.namespaced() ? "/namespaces/{namespace}/" : "/")
                + type.names().plural();
        ObjectNode collection = paths.putObject(root);
        addOperation(collection, "get", "list", type, version);
        addOperation(collection, "post", "post", type, version);
        ObjectNode one = paths.putObject(root + "/{name}");
        addOperation(one, "get", "get", type, version);
        addOperation(one, "put", "put", type, version);
        addOperation(one, "patch", "patch", type, version);
        addOperation(one, "delete", "delete", type, version);
    }

    private static void addOperation(ObjectNode path, String method, String action, ResourceType type, String version) {
        ObjectNode operation = path.putObject(method);
        operation.put("x-kubernetes-action", action);
        operation.set("x-kubernetes-group-version-kind", kind(type, version));
        ArrayNode parameters = operation.putArray("parameters");
        if (!method.equals("get") && !method.equals("delete")) {
            WRITE_PARAMETERS.forEach(name -> parameters
                    .addObject()
                    .put("name", name)
                    .put("in", "query")
                    .putObject("schema")
                    .put("type", "string"));
        }
        operation.putObject("responses").putObject("200").put("description", "OK");
    }

    private Optional<String> definitionOf(ResourceType type, String version) {
        ObjectNode wanted = kind(type, version);
        for (var definition : definitions.properties()) {
            for (JsonNode kind : definition.getValue().path("x-kubernetes-group-version-kind")) {
                if (kind.equals(wanted)) {
                    return Optional.of(definition.getKey());
                }
            }
        }
        return Optional.empty();
    }

    /** Adds a definition and all that it refers to. */
    private void addDefinition(ObjectNode schemas, String name) {
        JsonNode definition = definitions.get(name);
        if (definition == null || schemas.has(name)) {
            return;
        }
        schemas.set(name, definition);
        for (String reference : definition.findValuesAsText("$ref")) {
            addDefinition(schemas, reference.substring(reference.lastIndexOf('/') + 1));
        }
    }

    private static JsonNode custom(ResourceType type, String version, JsonNode schema) {
        ObjectNode copy = schema.deepCopy();
        copy.putArray("x-kubernetes-group-version-kind").add(kind(type, version));
        return copy;
    }

    private static String customName(ResourceType type, String version) {
        List<String> parts = new ArrayList<>(List.of(type.names().group().split("\\.")));
        return String.join(".", parts.reversed()) + "." + version + "."
                + type.names().kind();
    }

    private static ObjectNode kind(ResourceType type, String version) {
        return JSON.objectNode()
                .put("group", type.names().group())
                .put("kind", type.names().kind())
                .put("version", version);
    }
}
