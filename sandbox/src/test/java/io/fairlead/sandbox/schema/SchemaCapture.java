package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the schemas of the built-in kinds from a real API server's OpenAPI v3 documents.
 *
 * <p>Arguments: the folder with the Go modules {@code k8s.io/api@…}, then the OpenAPI files
 * ({@code kubectl get --raw /openapi/v3/api/v1 > core.json}, and so on). The result goes to standard output. The Go types
 * tell what OpenAPI does not: which fields lose a zero value when the server writes them ({@code x-omit-zero}).
 */
final class SchemaCapture {
    private static final String REF = "#/components/schemas/";
    private static final List<String> KINDS = List.of(
            "api.core.v1.Binding",
            "api.core.v1.ConfigMap",
            "api.core.v1.Event",
            "api.core.v1.Namespace",
            "api.core.v1.Node",
            "api.core.v1.Pod",
            "api.core.v1.Secret",
            "api.core.v1.Service",
            "api.core.v1.ServiceAccount",
            "api.coordination.v1.Lease",
            "api.events.v1.Event",
            "api.resource.v1.DeviceClass",
            "api.resource.v1.ResourceClaim",
            "api.resource.v1.ResourceClaimTemplate",
            "api.resource.v1.ResourceSlice",
            "apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition");
    private static final Pattern STRUCT = Pattern.compile("(?ms)^type (\\w+) struct \\{$(.*?)^\\}$");
    private static final Pattern FIELD =
            Pattern.compile("(?m)^\\t(?:\\w+\\s+)?(\\S+)\\s+`(?:protobuf:\"[^\"]*\"\\s+)?json:\"([^\"]*)\"");

    private final Map<String, ObjectNode> definitions = new HashMap<>();
    private final Map<String, String> structs = new HashMap<>();
    private final Set<String> loaded = new HashSet<>();
    private final Path modules;

    private SchemaCapture(Path modules) {
        this.modules = modules;
    }

    public static void main(String[] args) throws IOException {
        var json = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        var capture = new SchemaCapture(Path.of(args[0]));
        for (int i = 1; i < args.length; i++) {
            JsonNode document = json.readTree(Path.of(args[i]).toFile());
            document.at("/components/schemas")
                    .properties()
                    .forEach(e -> capture.definitions.put(e.getKey(), (ObjectNode) e.getValue()));
        }
        System.out.println(json.writeValueAsString(capture.reachable()));
    }

    private Map<String, JsonNode> reachable() throws IOException {
        Map<String, JsonNode> found = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        KINDS.forEach(kind -> open.add("io.k8s." + kind));
        while (!open.isEmpty()) {
            String name = open.remove();
            if (!found.containsKey(name)) {
                ObjectNode schema =
                        Objects.requireNonNull(definitions.get(name), name).deepCopy();
                trim(schema);
                markOmitted(name, schema);
                found.put(name, schema);
                schema.findValuesAsText("$ref").stream()
                        // JSONSchemaProps has a property that is itself called $ref.
                        .filter(ref -> ref.startsWith(REF))
                        .forEach(ref -> open.add(ref.substring(REF.length())));
            }
        }
        return found;
    }

    /** Drops what only people read, and folds {@code allOf: [{$ref}]} into {@code $ref}. */
    private static void trim(ObjectNode schema) {
        schema.remove("description");
        if (schema.get("allOf") instanceof ArrayNode all && all.size() == 1) {
            schema.remove("allOf");
            schema.setAll((ObjectNode) all.get(0));
        }
        for (JsonNode property : schema.path("properties")) {
            trim((ObjectNode) property);
        }
        for (String child : List.of("items", "additionalProperties")) {
            if (schema.get(child) instanceof ObjectNode node) {
                trim(node);
            }
        }
    }

    private void markOmitted(String definition, ObjectNode schema) throws IOException {
        int dot = definition.lastIndexOf('.');
        loadStructs(definition.substring("io.k8s.".length(), dot));
        Map<String, String[]> fields = new HashMap<>();
        collectFields(definition.substring(0, dot), definition.substring(dot + 1), fields);
        schema.path("properties").properties().forEach(property -> {
            String[] typeAndTag = fields.get(property.getKey());
            if (typeAndTag == null || typeAndTag[0].startsWith("*")) {
                return;
            }
            var node = (ObjectNode) property.getValue();
            boolean omitZero = typeAndTag[1].contains("omitzero");
            if (node.path("default").isObject()) {
                // Go writes an empty struct out even with omitempty; only omitzero drops it.
                if (omitZero) {
                    node.remove("default");
                }
            } else if (omitZero || typeAndTag[1].contains("omitempty")) {
                node.put("x-omit-zero", true);
            }
        });
    }

    private void collectFields(String folder, String type, Map<String, String[]> into) {
        Matcher field = FIELD.matcher(structs.getOrDefault(folder + "." + type, ""));
        while (field.find()) {
            String name = field.group(2).split(",", -1)[0];
            if (name.isEmpty()) {
                collectFields(folder, field.group(1), into);
            } else {
                into.put(name, new String[] {field.group(1), field.group(2)});
            }
        }
    }

    private void loadStructs(String dotted) throws IOException {
        if (!loaded.add(dotted)) {
            return;
        }
        List<String> parts = new ArrayList<>(List.of(dotted.split("\\.")));
        String module = parts.removeFirst();
        try (var candidates = Files.list(modules)) {
            Path root = candidates
                    .filter(p -> p.getFileName().toString().matches(Pattern.quote(module) + "@v0\\.36\\.\\d+"))
                    .findFirst()
                    .orElseThrow();
            try (var files = Files.list(root.resolve(String.join("/", parts)))) {
                for (Path file : files.filter(p -> p.toString().endsWith(".go")).toList()) {
                    Matcher struct = STRUCT.matcher(Files.readString(file));
                    while (struct.find()) {
                        structs.put("io.k8s." + dotted + "." + struct.group(1), struct.group(2));
                    }
                }
            }
        }
    }
}
