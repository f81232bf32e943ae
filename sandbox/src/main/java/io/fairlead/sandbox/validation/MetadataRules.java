package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the metadata of every object has to keep. */
public final class MetadataRules {
    private static final FieldPath METADATA = FieldPath.of("metadata");
    private static final int ANNOTATIONS_SIZE = 256 * 1024;
    private static final Set<String> PLAIN_FINALIZERS = Set.of("kubernetes", "orphan", "foregroundDeletion");

    private MetadataRules() {}

    static void onCreate(JsonNode object, Names.Form form, FieldErrors errors) {
        JsonNode metadata = object.path("metadata");
        String name = metadata.path("name").asText();
        String generateName = metadata.path("generateName").asText();
        if (!generateName.isEmpty()) {
            complain(METADATA.child("generateName"), generateName, Names.ofObject(form, generateName, true), errors);
        }
        if (name.isEmpty()) {
            errors.required(METADATA.child("name"), "name or generateName is required");
        } else {
            complain(METADATA.child("name"), name, Names.ofObject(form, name, false), errors);
        }
        labels(metadata, METADATA, errors);
        annotations(metadata, METADATA, errors);
        owners(metadata, errors);
        finalizers(metadata, errors);
    }

    static void onUpdate(JsonNode object, JsonNode old, FieldErrors errors) {
        JsonNode metadata = object.path("metadata");
        JsonNode before = old.path("metadata");
        for (String field : List.of("name", "namespace", "uid", "creationTimestamp")) {
            immutable(metadata, before, field, errors);
        }
        immutable(metadata, before, "deletionTimestamp", errors);
        immutable(metadata, before, "deletionGracePeriodSeconds", errors);
        labels(metadata, METADATA, errors);
        annotations(metadata, METADATA, errors);
        owners(metadata, errors);
        finalizers(metadata, errors);
        if (before.has("deletionTimestamp")) {
            newFinalizers(metadata, before, errors);
        }
    }

    /** Metadata of a template, such as a claim template's. */
    static void template(JsonNode metadata, FieldPath path, FieldErrors errors) {
        annotations(metadata, path, errors);
        labels(metadata, path, errors);
    }

    private static void immutable(JsonNode metadata, JsonNode before, String field, FieldErrors errors) {
        JsonNode value = metadata.path(field);
        if (!value.equals(before.path(field))) {
            errors.invalid(
                    METADATA.child(field), value.isMissingNode() ? TextNode.valueOf("") : value, "field is immutable");
        }
    }

    static void labels(JsonNode metadata, FieldPath path, FieldErrors errors) {
        FieldPath labels = path.child("labels");
        metadata.path("labels").properties().forEach(label -> {
            complain(labels, label.getKey(), Names.qualified(label.getKey()), errors);
            String value = label.getValue().asText();
            complain(labels, value, Names.labelValue(value), errors);
        });
    }

    private static void annotations(JsonNode metadata, FieldPath path, FieldErrors errors) {
        FieldPath annotations = path.child("annotations");
        int size = 0;
        for (var annotation : metadata.path("annotations").properties()) {
            String key = annotation.getKey();
            // Keys of annotations may have upper case domains, for history's sake.
            complain(annotations, key, Names.qualified(key.toLowerCase(Locale.ROOT)), errors);
            size += key.length() + annotation.getValue().asText().length();
        }
        if (size > ANNOTATIONS_SIZE) {
            errors.tooLong(annotations, ANNOTATIONS_SIZE);
        }
    }

    private static void owners(JsonNode metadata, FieldErrors errors) {
        FieldPath path = METADATA.child("ownerReferences");
        JsonNode owners = metadata.path("ownerReferences");
        String controller = "";
        for (int i = 0; i < owners.size(); i++) {
            JsonNode owner = owners.get(i);
            if (owner.path("apiVersion").asText().isEmpty()) {
                errors.invalid(path.child("apiVersion"), "", "version must not be empty");
            }
            for (String field : List.of("kind", "name", "uid")) {
                if (owner.path(field).asText().isEmpty()) {
                    errors.invalid(path.child(field), "", "must not be empty");
                }
            }
            if (owner.path("controller").asBoolean()) {
                String shown =
                        owner.path("kind").asText() + "/" + owner.path("name").asText();
                if (!controller.isEmpty()) {
                    errors.invalid(
                            path,
                            owners,
                            "Only one reference can have Controller set to true. Found \"true\" in references for "
                                    + controller + " and " + shown);
                }
                controller = shown;
            }
        }
    }

    private static void finalizers(JsonNode metadata, FieldErrors errors) {
        FieldPath path = METADATA.child("finalizers");
        JsonNode finalizers = metadata.path("finalizers");
        for (int i = 0; i < finalizers.size(); i++) {
            String name = finalizers.get(i).asText();
            complain(path, name, Names.qualified(name), errors);
            if (!name.contains("/") && !PLAIN_FINALIZERS.contains(name)) {
                errors.invalid(
                        path.index(i), name, "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
    }

    private static void newFinalizers(JsonNode metadata, JsonNode before, FieldErrors errors) {
        Set<JsonNode> old = Set.copyOf(before.path("finalizers").valueStream().toList());
        List<String> added = metadata.path("finalizers")
                .valueStream()
                .filter(finalizer -> !old.contains(finalizer))
                .map(JsonNode::asText)
                .toList();
        if (!added.isEmpty()) {
            errors.forbidden(
                    METADATA.child("finalizers"),
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string{\""
                            + String.join("\", \"", added) + "\"}");
        }
    }

    static void complain(FieldPath path, String value, List<String> complaints, FieldErrors errors) {
        for (String complaint : complaints) {
            errors.invalid(path, value, complaint);
        }
    }
}
