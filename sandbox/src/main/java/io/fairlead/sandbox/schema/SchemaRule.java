package io.fairlead.sandbox.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.cel.CelFailure;
import io.fairlead.cel.ValidationRule;
import io.fairlead.cel.ValidationRules;
import org.jspecify.annotations.Nullable;

/** One of a schema's {@code x-kubernetes-validations}. It is compiled when it is first needed. */
final class SchemaRule {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String expression;
    private final String message;
    private final String messageExpression;
    private final RuleScope scope;
    private @Nullable ValidationRule compiled;

    SchemaRule(JsonNode json, RuleScope scope) {
        this.scope = scope;
        expression = json.path("rule").asText().strip();
        message = json.path("message").asText().strip();
        messageExpression = json.path("messageExpression").asText().strip();
    }

    /** What the rule says against the value; null when nothing, or when it compares and there is no old value. */
    @Nullable
    String complaint(JsonNode value, @Nullable JsonNode old) {
        try {
            ValidationRule rule = compiled();
            if (rule.isTransition() && old == null) {
                return null;
            }
            Object self = tree(value);
            Object oldSelf = old == null ? null : tree(old);
            return rule.holds(self, oldSelf) ? null : words(self, oldSelf);
        } catch (CelFailure failure) {
            return failure.getMessage() + " evaluating rule: " + expression;
        }
    }

    /** A race between threads compiles the rule twice and does no harm. */
    private ValidationRule compiled() {
        ValidationRule known = compiled;
        if (known == null) {
            known = scope().rule(expression);
            compiled = known;
        }
        return known;
    }

    private ValidationRules scope() {
        return scope.rules().orElseThrow(() -> new IllegalStateException("a CRD with such a rule is refused"));
    }

    private String words(@Nullable Object self, @Nullable Object oldSelf) {
        if (!messageExpression.isEmpty()) {
            try {
                return scope().message(messageExpression).message(self, oldSelf);
            } catch (CelFailure failure) {
                // The plain message stands in for one that cannot be worked out.
                return plain();
            }
        }
        return plain();
    }

    private String plain() {
        return message.isEmpty() ? "failed rule: " + expression : message;
    }

    private static @Nullable Object tree(JsonNode node) {
        return JSON.convertValue(node, Object.class);
    }
}
