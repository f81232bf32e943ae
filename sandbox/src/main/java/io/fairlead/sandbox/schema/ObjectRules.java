package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.validation.KindRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that an object of a kind has to keep: rules of metadata, of the kind, and of a custom resource's schema. */
public final class ObjectRules {
    private static final String CRD = "CustomResourceDefinition";

    private final KindRules kind;
    private final Schema schema;
    private final boolean definition;

    private ObjectRules(KindRules kind, Schema schema, boolean definition) {
        this.kind = kind;
        this.schema = schema;
        this.definition = definition;
    }

    /** The schema of a built-in kind is not checked here: {@link Decoding} has refused what does not fit. */
    public static ObjectRules of(String group, String kind, Schema schema) {
        return new ObjectRules(KindRules.of(group, kind), schema, kind.equals(CRD));
    }

    public List<Cause> onCreate(ObjectNode object) {
        List<Cause> causes = new ArrayList<>(kind.onCreate(object));
        if (definition) {
            causes.addAll(CrdRules.onCreate(object));
        }
        causes.addAll(bySchema(object, null));
        return causes;
    }

    public List<Cause> onUpdate(ObjectNode object, ObjectNode old) {
        List<Cause> causes = new ArrayList<>(kind.onUpdate(object, old));
        if (definition) {
            causes.addAll(CrdRules.onUpdate(object, old));
        }
        causes.addAll(bySchema(object, old));
        return causes;
    }

    /** For writes to the status subresource. */
    public List<Cause> onStatusUpdate(ObjectNode object, ObjectNode old) {
        List<Cause> causes = new ArrayList<>(kind.onStatusUpdate(object, old));
        causes.addAll(bySchema(object, old));
        return causes;
    }

    /** The rules of a schema can only judge what has its structure. */
    private List<Cause> bySchema(ObjectNode object, @Nullable ObjectNode old) {
        List<Cause> structure = SchemaValidation.validateUpdate(schema, object, old);
        return structure.isEmpty() ? RuleValidation.validate(schema, object, old) : structure;
    }
}
