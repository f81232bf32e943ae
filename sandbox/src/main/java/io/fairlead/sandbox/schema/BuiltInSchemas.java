package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The schemas of the kinds that Kubernetes itself brings, captured from a real API server. */
public final class BuiltInSchemas {
    private static final String OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

    private record Kind(String group, String version, String kind) {}

    private final ObjectNode definitions;
    private final SchemaReader reader;
    private final Map<Kind, String> names = new HashMap<>();

    private BuiltInSchemas(ObjectNode definitions) {
        this.definitions = definitions;
        this.reader = SchemaReader.ofDefinitions(definitions);
        definitions
                .properties()
                .forEach(definition -> definition
                        .getValue()
                        .path("x-kubernetes-group-version-kind")
                        .forEach(gvk -> names.put(
                                new Kind(
                                        gvk.path("group").asText(),
                                        gvk.path("version").asText(),
                                        gvk.path("kind").asText()),
                                definition.getKey())));
    }

    /** Reads the captured document; call it once and share the result. */
    public static BuiltInSchemas load() {
        try (var stream = Objects.requireNonNull(BuiltInSchemas.class.getResourceAsStream("kinds.json"))) {
            return new BuiltInSchemas((ObjectNode) new ObjectMapper().readTree(stream));
        } catch (IOException e) {
            throw new UncheckedIOException("the captured schemas cannot be read", e);
        }
    }

    /** The schema of a served kind. */
    public Schema of(String group, String version, String kind) {
        String name = names.get(new Kind(group, version, kind));
        if (name == null) {
            throw new IllegalArgumentException("no built-in schema for " + group + "/" + version + " " + kind);
        }
        synchronized (reader) {
            return reader.definition(name);
        }
    }

    /** The schema of a custom resource: the CRD's own, with the metadata that every object has. */
    public Schema ofCustomResource(ObjectNode openApiV3Schema) {
        Schema schema = SchemaReader.structural(openApiV3Schema);
        schema.properties = new HashMap<>(schema.properties);
        synchronized (reader) {
            schema.properties.put("metadata", reader.definition(OBJECT_META));
        }
        schema.properties.putIfAbsent("apiVersion", string());
        schema.properties.putIfAbsent("kind", string());
        return schema;
    }

    /** The captured definitions as OpenAPI has them, for publishing. */
    public ObjectNode definitions() {
        return definitions.deepCopy();
    }

    private static Schema string() {
        var schema = new Schema();
        schema.type = Schema.Type.STRING;
        return schema;
    }
}
