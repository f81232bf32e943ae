package io.fairlead.cel;

import dev.cel.bundle.Cel;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime.Program;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One of a custom resource's {@code x-kubernetes-validations}: a rule over {@code self} and, when it compares, {@code
 * oldSelf}. Values are those of a JSON reader: maps, lists, texts, numbers, booleans and null.
 */
public final class ValidationRule {
    /** Words that CEL keeps for itself; a field of that name is written between underscores. */
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private static final Cel CEL = Environment.newBuilder()
            .addVar("self", SimpleType.DYN)
            .addVar("oldSelf", SimpleType.DYN)
            .build();

    private final Program program;
    private final boolean transition;

    private ValidationRule(Program program, boolean transition) {
        this.program = program;
        this.transition = transition;
    }

    /** Compiles a rule; throws a {@link CelFailure}. */
    public static ValidationRule compile(String expression) {
        return compile(expression, SimpleType.BOOL, "cel expression must evaluate to a bool");
    }

    /** Compiles the {@code messageExpression} of a rule; throws a {@link CelFailure}. */
    public static ValidationRule compileMessage(String expression) {
        return compile(expression, SimpleType.STRING, "must evaluate to a string");
    }

    /** What comes out of {@code self} may be of any type, which shows when there is a value. */
    private static ValidationRule compile(String expression, CelType wanted, String otherwise) {
        CelAbstractSyntaxTree ast = Environment.checked(CEL, expression);
        CelType type = ast.getResultType();
        if (!type.equals(wanted) && !type.equals(SimpleType.DYN)) {
            throw new CelFailure(otherwise);
        }
        try {
            boolean transition = ast.getReferenceMap().values().stream()
                    .anyMatch(reference -> reference.name().equals("oldSelf"));
            return new ValidationRule(CEL.createProgram(ast), transition);
        } catch (CelEvaluationException e) {
            throw new CelFailure("program instantiation failed: " + e.getMessage());
        }
    }

    /** Whether the rule speaks of {@code oldSelf}; such a rule is for updates only. */
    public boolean isTransition() {
        return transition;
    }

    /** Whether the value satisfies the rule; throws a {@link CelFailure} when the rule has no answer. */
    public boolean holds(@Nullable Object self, @Nullable Object oldSelf) {
        return DeviceSelectors.asBoolean(evaluate(self, oldSelf));
    }

    /** What a {@code messageExpression} says. */
    public String message(@Nullable Object self, @Nullable Object oldSelf) {
        return evaluate(self, oldSelf).toString();
    }

    private Object evaluate(@Nullable Object self, @Nullable Object oldSelf) {
        try {
            return program.eval(Map.of("self", adapt(self), "oldSelf", adapt(oldSelf)));
        } catch (CelEvaluationException e) {
            throw new CelFailure(String.valueOf(e.getMessage()));
        }
    }

    private static Object adapt(@Nullable Object value) {
        return switch (value) {
            case null -> NullValue.NULL_VALUE;
            case Map<?, ?> map -> {
                Map<String, Object> adapted = new LinkedHashMap<>();
                map.forEach((key, item) -> {
                    adapted.put(key.toString(), adapt(item));
                    adapted.putIfAbsent(escape(key.toString()), adapt(item));
                });
                yield adapted;
            }
            case List<?> list -> list.stream().map(ValidationRule::adapt).toList();
            case Integer number -> number.longValue();
            case Float number -> number.doubleValue();
            default -> value;
        };
    }

    /** A property that is no identifier is reached by an escaped name. */
    private static String escape(String property) {
        if (RESERVED.contains(property)) {
            return "__" + property + "__";
        }
        return property.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__");
    }
}
