package io.fairlead.sandbox.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Leases: numbers that count. */
final class LeaseRules implements KindRules.Own {
    @Override
    public void onCreate(ObjectNode lease, FieldErrors errors) {
        JsonNode spec = lease.path("spec");
        JsonNode duration = spec.path("leaseDurationSeconds");
        if (duration.isNumber() && duration.asInt() <= 0) {
            errors.invalid(FieldPath.of("spec", "leaseDurationSeconds"), duration, "must be greater than 0");
        }
        JsonNode transitions = spec.path("leaseTransitions");
        if (transitions.isNumber() && transitions.asInt() < 0) {
            errors.invalid(FieldPath.of("spec", "leaseTransitions"), transitions, "must be greater than or equal to 0");
        }
    }

    @Override
    public void onUpdate(ObjectNode lease, ObjectNode old, FieldErrors errors) {
        onCreate(lease, errors);
    }
}
