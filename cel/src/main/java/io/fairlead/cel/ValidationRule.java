package io.fairlead.cel;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime.Program;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of a custom resource's {@code x-kubernetes-validations}: a rule over {@code self} and, when it compares, {@code
 * oldSelf}. Values are those of a JSON reader: maps, lists, texts, numbers, booleans and null.
 */
public final class ValidationRule {
    private final ValueType self;
    private final Program program;
    private final boolean transition;

    ValidationRule(ValueType self, Program program, boolean transition) {
        this.self = self;
        this.program = program;
        this.transition = transition;
    }

    /** Whether the rule speaks of {@code oldSelf}; such a rule is for updates only. */
    public boolean isTransition() {
        return transition;
    }

    /** Whether the value satisfies the rule; throws a {@link CelFailure} when the rule has no answer. */
    public boolean holds(@Nullable Object value, @Nullable Object old) {
        return DeviceSelectors.asBoolean(evaluate(value, old));
    }

    /** What a {@code messageExpression} says. */
    public String message(@Nullable Object value, @Nullable Object old) {
        return evaluate(value, old).toString();
    }

    private Object evaluate(@Nullable Object value, @Nullable Object old) {
        try {
            return program.eval(Map.of("self", RuleValue.of(value, self), "oldSelf", RuleValue.of(old, self)));
        } catch (CelEvaluationException e) {
            throw new CelFailure(String.valueOf(e.getMessage()));
        }
    }
}
