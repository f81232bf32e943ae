package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.validation.FieldErrors;
import io.fairlead.sandbox.validation.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a CustomResourceDefinition has to keep, its schemas included. */
public final class CrdRules {
    private static final FieldPath SPEC = FieldPath.of("spec");

    private CrdRules() {}

    public static List<Cause> onCreate(ObjectNode crd) {
        return check(crd, null);
    }

    public static List<Cause> onUpdate(ObjectNode crd, ObjectNode old) {
        return check(crd, old);
    }

    private static List<Cause> check(ObjectNode crd, @Nullable ObjectNode old) {
        var errors = new FieldErrors();
        JsonNode spec = crd.path("spec");
        String group = spec.path("group").asText();
        String plural = spec.path("names").path("plural").asText();
        String name = crd.path("metadata").path("name").asText();
        if (!name.equals(plural + "." + group)) {
            errors.invalid(FieldPath.of("metadata", "name"), name, "must be spec.names.plural+\".\"+spec.group");
        }
        if (group.isEmpty()) {
            errors.required(SPEC.child("group"), "");
        } else if (!group.contains(".")) {
            errors.invalid(SPEC.child("group"), group, "should be a domain with at least one dot");
        }
        scope(spec, errors);
        versions(spec, errors);
        names(spec, errors);
        JsonNode stored = crd.path("status").path("storedVersions");
        if (stored.isEmpty()) {
            errors.invalid(
                    FieldPath.of("status", "storedVersions"),
                    NullNode.instance,
                    "must have at least one stored version");
        }
        if (old != null) {
            unchanged(spec, old.path("spec"), "group", errors);
            unchanged(spec, old.path("spec"), "scope", errors);
        }
        return errors.causes();
    }

    private static void scope(JsonNode spec, FieldErrors errors) {
        String scope = spec.path("scope").asText();
        if (scope.isEmpty()) {
            errors.required(SPEC.child("scope"), "");
        } else if (!scope.equals("Cluster") && !scope.equals("Namespaced")) {
            errors.unsupported(SPEC.child("scope"), scope, List.of("Cluster", "Namespaced"));
        }
    }

    private static void versions(JsonNode spec, FieldErrors errors) {
        JsonNode versions = spec.path("versions");
        Set<String> names = new HashSet<>();
        int stored = 0;
        Set<JsonNode> schemas =
                versions.valueStream().map(v -> v.path("schema")).collect(Collectors.toSet());
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            names.add(version.path("name").asText());
            stored += version.path("storage").asBoolean() ? 1 : 0;
            FieldPath own = SPEC.child("versions").index(i).child("schema").child("openAPIV3Schema");
            if (version.path("schema").path("openAPIV3Schema") instanceof ObjectNode schema) {
                // One schema for all versions is reported once, under the name it had before there were versions.
                boolean shared = schemas.size() == 1;
                if (!shared || i == 0) {
                    StructuralRules.check(
                            schema, shared ? FieldPath.of("spec", "validation", "openAPIV3Schema") : own, errors);
                }
            } else {
                errors.required(own, "");
            }
        }
        JsonNode shown = versions.isMissingNode() ? NullNode.instance : versions;
        if (names.size() < versions.size()) {
            errors.invalid(SPEC.child("versions"), shown, "must contain unique version names");
        }
        if (stored != 1) {
            errors.invalid(SPEC.child("versions"), shown, "must have exactly one version marked as storage version");
        }
    }

    private static void names(JsonNode spec, FieldErrors errors) {
        FieldPath path = SPEC.child("names");
        JsonNode names = spec.path("names");
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            String value = names.path(field).asText();
            if (value.isEmpty()) {
                errors.required(path.child(field), "");
            } else if (!value.toLowerCase(Locale.ROOT).matches("[a-z]([-a-z0-9]*[a-z0-9])?")) {
                errors.invalid(
                        path.child(field),
                        value,
                        "a DNS-1035 label must consist of lower case alphanumeric characters "
                                + "or '-', start with an alphabetic character, and end with an alphanumeric character "
                                + "(e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
            }
        }
        String kind = names.path("kind").asText();
        if (!kind.isEmpty() && kind.equals(names.path("listKind").asText())) {
            errors.invalid(path.child("listKind"), kind, "kind and listKind may not be the same");
        }
    }

    private static void unchanged(JsonNode spec, JsonNode old, String field, FieldErrors errors) {
        if (!spec.path(field).equals(old.path(field))) {
            errors.invalid(SPEC.child(field), spec.path(field), "field is immutable");
        }
    }
}
