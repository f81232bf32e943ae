package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.cel.CelFailure;
import io.fairlead.cel.ValidationRules;
import io.fairlead.sandbox.validation.FieldErrors;
import io.fairlead.sandbox.validation.FieldPath;
import java.util.Optional;

/** Compiles the rules of a CRD's schema, so that one that makes no sense is found before there are objects to check. */
final class RuleSyntax {
    private RuleSyntax() {}

    /** @param root whether the schema is that of a whole custom resource */
    static void check(JsonNode schema, boolean root, FieldPath path, FieldErrors errors) {
        JsonNode rules = schema.path("x-kubernetes-validations");
        if (rules.isEmpty()) {
            return;
        }
        FieldPath at = path.child("x-kubernetes-validations");
        Optional<ValidationRules> scope = new RuleScope(schema, root).rules();
        if (scope.isEmpty()) {
            errors.internal(
                    at,
                    "internal error: failed to construct type information for x-kubernetes-validations rules:"
                            + " unable to convert structural schema to CEL declarations");
            return;
        }
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.get(i), scope.get(), at.index(i), errors);
        }
    }

    private static void rule(JsonNode rule, ValidationRules scope, FieldPath path, FieldErrors errors) {
        String expression = rule.path("rule").asText().strip();
        if (expression.isEmpty()) {
            errors.required(path.child("rule"), "rule is not specified");
            return;
        }
        try {
            scope.rule(expression);
        } catch (CelFailure failure) {
            errors.invalid(path.child("rule"), shown(rule), failure.getMessage());
            return;
        }
        String message = rule.path("messageExpression").asText().strip();
        try {
            if (!message.isEmpty()) {
                scope.message(message);
            }
        } catch (CelFailure failure) {
            errors.invalid(path.child("messageExpression"), shown(rule), "messageExpression " + failure.getMessage());
        }
    }

    /** A rule as the API server shows it: all fields of its Go type, by their Go names. */
    private static JsonNode shown(JsonNode rule) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put("Rule", rule.path("rule").asText());
        shown.put("Message", rule.path("message").asText());
        shown.put("MessageExpression", rule.path("messageExpression").asText());
        shown.set("Reason", rule.get("reason"));
        shown.put("FieldPath", rule.path("fieldPath").asText());
        shown.set("OptionalOldSelf", rule.get("optionalOldSelf"));
        return shown;
    }
}
