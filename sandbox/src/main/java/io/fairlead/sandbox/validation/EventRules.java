package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Events live in the namespace of what they are about; those about cluster-wide things, in default. */
final class EventRules implements KindRules.Own {
    @Override
    public void onCreate(ObjectNode event, FieldErrors errors) {
        String namespace = event.path("metadata").path("namespace").asText();
        String about = event.path("involvedObject").path("namespace").asText();
        boolean fits = about.isEmpty() ? namespace.equals("default") || namespace.isEmpty() : about.equals(namespace);
        if (!fits) {
            errors.invalid(FieldPath.of("involvedObject", "namespace"), about, "does not match event.namespace");
        }
    }

    @Override
    public void onUpdate(ObjectNode event, ObjectNode old, FieldErrors errors) {
        onCreate(event, errors);
    }
}
