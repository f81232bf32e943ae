package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.BuiltIns;
import io.fairlead.sandbox.resource.Trait;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.schema.CrdRules;
import io.fairlead.sandbox.schema.SchemaValidation;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import java.util.ArrayList;
import java.util.List;

/** Refuses objects that break the rules of their kind, with 422 and every cause. */
final class Checks {
    private Checks() {}

    static void onCreate(Call call, ObjectNode object) {
        List<Cause> causes = new ArrayList<>();
        if (Trees.meta(object, "name").isEmpty()) {
            causes.add(new Cause(
                    "FieldValueRequired", "Required value: name or generateName is required", "metadata.name"));
        }
        if (call.type().has(Trait.CUSTOM)) {
            causes.addAll(SchemaValidation.validate(call.version().schema(), object));
        }
        if (call.type().id().equals(BuiltIns.CRDS)) {
            causes.addAll(CrdRules.onCreate(object));
        }
        refuse(call, object, causes);
    }

    static void onUpdate(Call call, ObjectNode object, ObjectNode old) {
        List<Cause> causes = new ArrayList<>();
        if (call.type().has(Trait.CUSTOM)) {
            causes.addAll(SchemaValidation.validateUpdate(call.version().schema(), object, old));
        }
        if (call.type().id().equals(BuiltIns.CRDS) && !call.toStatus()) {
            causes.addAll(CrdRules.onUpdate(object, old));
        }
        refuse(call, object, causes);
    }

    private static void refuse(Call call, ObjectNode object, List<Cause> causes) {
        if (!causes.isEmpty()) {
            throw StatusException.invalid(call.type().kindSubject(Trees.meta(object, "name")), causes);
        }
    }
}
