package io.fairlead.sandbox.selector;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.ResourceType;

/** The objects that a list, watch or delete of a collection means. */
public record Selection(LabelSelector labels, FieldSelector fields) {
    /** Reads both selectors; either may be empty. */
    public static Selection parse(ResourceType type, String version, String labels, String fields) {
        return new Selection(LabelSelector.parse(labels), FieldSelector.parse(fields, type, version));
    }

    public boolean everything() {
        return labels.requirements().isEmpty() && fields.terms().isEmpty();
    }

    public boolean matches(ObjectNode object) {
        return labels.matches(object) && fields.matches(object);
    }
}
