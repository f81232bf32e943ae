package io.fairlead.cel;

import dev.cel.bundle.Cel;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;

/**
 * Compiles the {@code x-kubernetes-validations} that stand at one place of a custom resource's schema. What the schema
 * does not declare cannot be spoken of: a wrong field or a comparison of wrong types is found here, before there are
 * objects.
 */
public final class ValidationRules {
    private final ValueType self;
    private final Cel cel;

    /** @param self the type of the value that the rules judge */
    public ValidationRules(ValueType self) {
        this.self = self;
        RuleTypes types = new RuleTypes(self);
        cel = Environment.newBuilder()
                .setTypeProvider(types)
                .addVar("self", types.self())
                .addVar("oldSelf", types.self())
                .build();
    }

    /** Compiles a rule; throws a {@link CelFailure}. */
    public ValidationRule rule(String expression) {
        return compile(expression, SimpleType.BOOL, "cel expression must evaluate to a bool");
    }

    /** Compiles the {@code messageExpression} of a rule; throws a {@link CelFailure}. */
    public ValidationRule message(String expression) {
        return compile(expression, SimpleType.STRING, "must evaluate to a string");
    }

    private ValidationRule compile(String expression, CelType wanted, String otherwise) {
        CelAbstractSyntaxTree ast = Environment.checked(cel, expression);
        if (!ast.getResultType().equals(wanted)) {
            throw new CelFailure(otherwise);
        }
        try {
            boolean transition = ast.getReferenceMap().values().stream()
                    .anyMatch(reference -> reference.name().equals("oldSelf"));
            return new ValidationRule(self, cel.createProgram(ast), transition);
        } catch (CelEvaluationException e) {
            throw new CelFailure("program instantiation failed: " + e.getMessage());
        }
    }
}
