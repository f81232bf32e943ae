package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Claim templates: a claim's spec, and the metadata that its claims will have. */
final class ClaimTemplateRules implements KindRules.Own {
    @Override
    public void onCreate(ObjectNode template, FieldErrors errors) {
        FieldPath path = FieldPath.of("spec");
        JsonNode metadata = template.path("spec").path("metadata");
        MetadataRules.template(metadata, path.child("metadata"), errors);
        for (String field : List.of("name", "generateName", "namespace", "uid", "finalizers", "ownerReferences")) {
            if (metadata.has(field)) {
                errors.forbidden(path.child("metadata").child(field), "cannot be set");
            }
        }
        ClaimRules.spec(template.path("spec").path("spec"), path.child("spec"), errors);
    }

    @Override
    public void onUpdate(ObjectNode template, ObjectNode old, FieldErrors errors) {
        DraParts.immutable(template.path("spec"), old.path("spec"), FieldPath.of("spec"), errors);
    }
}
