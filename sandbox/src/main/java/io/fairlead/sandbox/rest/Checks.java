package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import io.fairlead.sandbox.schema.ObjectRules;
import io.fairlead.sandbox.status.Cause;
import io.fairlead.sandbox.status.StatusException;
import java.util.List;

/** Refuses objects that break the rules of their kind, with 422 and every cause. */
final class Checks {
    private Checks() {}

    static void onCreate(Call call, ObjectNode object) {
        refuse(call, object, call.version().rules().onCreate(object));
    }

    static void onUpdate(Call call, ObjectNode object, ObjectNode old) {
        ObjectRules rules = call.version().rules();
        refuse(call, object, call.toStatus() ? rules.onStatusUpdate(object, old) : rules.onUpdate(object, old));
    }

    private static void refuse(Call call, ObjectNode object, List<Cause> causes) {
        if (!causes.isEmpty()) {
            throw StatusException.invalid(call.type().kindSubject(Trees.meta(object, "name")), causes);
        }
    }
}
