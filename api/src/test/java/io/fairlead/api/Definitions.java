package io.fairlead.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Makes CRDs from the types, and opens every object in them to fields that we do not know. */
final class Definitions {
    private static final String OPEN = "x-kubernetes-preserve-unknown-fields";

    private Definitions() {}

    /** The YAML of each definition by its file name. */
    static SortedMap<String, String> of(Path scratch, List<Class<? extends HasMetadata>> types) throws IOException {
        new CRDGenerator()
                .customResourceClasses(types)
                .forCRDVersions("v1")
                .inOutputDir(scratch.toFile())
                .detailedGenerate();
        SortedMap<String, String> definitions = new TreeMap<>();
        try (Stream<Path> files = Files.list(scratch)) {
            files.forEach(file -> definitions.put(file.getFileName().toString(), opened(file)));
        }
        return definitions;
    }

    private static String opened(Path file) {
        try {
            JsonNode definition = Serialization.unmarshal(Files.readString(file), JsonNode.class);
            for (JsonNode version : definition.at("/spec/versions")) {
                ObjectNode schema = (ObjectNode) version.at("/schema/openAPIV3Schema");
                open(schema);
                // The server prunes and checks metadata itself.
                schema.remove(OPEN);
            }
            return Serialization.asYaml(definition);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void open(ObjectNode schema) {
        if (schema.path("type").asText().equals("object") && !schema.has("additionalProperties")) {
            schema.put(OPEN, true);
        }
        schema.path("properties").properties().forEach(property -> {
            ObjectNode value = (ObjectNode) property.getValue();
            open(value);
            if (property.getKey().equals("resourceClaims")) {
                keyByName(value);
            }
        });
        if (schema.get("items") instanceof ObjectNode items) {
            open(items);
        }
    }

    /** Two appliers can then own one claim each. */
    private static void keyByName(ObjectNode list) {
        list.put("x-kubernetes-list-type", "map")
                .putArray("x-kubernetes-list-map-keys")
                .add("name");
        ((ObjectNode) list.get("items")).putArray("required").add("name");
    }
}
