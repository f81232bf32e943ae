package io.fairlead.sandbox.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Behaviour;
import io.fairlead.sandbox.resource.FieldLabel;
import io.fairlead.sandbox.resource.Generation;
import io.fairlead.sandbox.resource.Names;
import io.fairlead.sandbox.resource.ResourceType;
import io.fairlead.sandbox.resource.ServedVersion;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.schema.BuiltInSchemas;
import io.fairlead.sandbox.schema.Schema;
import io.fairlead.sandbox.table.CustomColumns;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a CustomResourceDefinition as the resource type that it defines. */
final class CustomTypes {
    private CustomTypes() {}

    static ResourceType of(ObjectNode crd, BuiltInSchemas schemas) {
        JsonNode spec = crd.path("spec");
        Names names = names(spec);
        List<ServedVersion> versions = new ArrayList<>();
        Map<String, FieldLabel> labels = new LinkedHashMap<>();
        String storage = "";
        boolean status = false;
        for (JsonNode version : Trees.items(spec, "versions")) {
            String name = Trees.text(version, "name");
            boolean served = version.path("served").asBoolean();
            versions.add(ServedVersion.of(names, name, served, schema(version, schemas), CustomColumns.of(version)));
            storage = version.path("storage").asBoolean() ? name : storage;
            status |= version.path("subresources").has("status");
            for (JsonNode field : Trees.items(version, "selectableFields")) {
                String path = Trees.text(field, "jsonPath").substring(1);
                labels.put(path, FieldLabel.at(path));
            }
        }
        Set<Trait> traits = EnumSet.of(Trait.CUSTOM, Trait.NEEDS_VERSION);
        if (status) {
            traits.addAll(Set.of(Trait.STATUS, Trait.STATUS_KEEPS_METADATA));
        }
        Generation generation = status ? Generation.ALL_BUT_STATUS : Generation.ALL;
        boolean namespaced = Trees.text(spec, "scope").equals("Namespaced");
        return new ResourceType(names, namespaced, versions, storage, new Behaviour(traits, generation, labels));
    }

    private static Schema schema(JsonNode version, BuiltInSchemas schemas) {
        return version.path("schema").path("openAPIV3Schema") instanceof ObjectNode schema
                ? schemas.ofCustomResource(schema)
                : Schema.anything();
    }

    private static Names names(JsonNode spec) {
        JsonNode names = spec.path("names");
        return new Names(
                Trees.text(spec, "group"),
                Trees.text(names, "kind"),
                Trees.text(names, "listKind"),
                Trees.text(names, "plural"),
                Trees.text(names, "singular"),
                texts(names, "shortNames"),
                texts(names, "categories"));
    }

    private static List<String> texts(JsonNode node, String field) {
        List<String> texts = new ArrayList<>();
        Trees.items(node, field).forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
