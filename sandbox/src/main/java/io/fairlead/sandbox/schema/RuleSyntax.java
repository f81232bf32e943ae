package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.cel.CelFailure;
import io.fairlead.cel.ValidationRule;
import io.fairlead.sandbox.validation.FieldErrors;
import io.fairlead.sandbox.validation.FieldPath;

/** Compiles the rules of a CRD's schema, so that one that makes no sense is found before there are objects to check. */
final class RuleSyntax {
    private RuleSyntax() {}

    static void check(JsonNode rules, FieldPath path, FieldErrors errors) {
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.get(i), path.index(i), errors);
        }
    }

    private static void rule(JsonNode rule, FieldPath path, FieldErrors errors) {
        String expression = rule.path("rule").asText().strip();
        if (expression.isEmpty()) {
            errors.required(path.child("rule"), "rule is not specified");
            return;
        }
        try {
            ValidationRule.compile(expression);
        } catch (CelFailure failure) {
            errors.invalid(path.child("rule"), shown(rule), failure.getMessage());
            return;
        }
        String message = rule.path("messageExpression").asText().strip();
        try {
            if (!message.isEmpty()) {
                ValidationRule.compileMessage(message);
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
