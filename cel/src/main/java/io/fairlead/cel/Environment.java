package io.fairlead.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelBuilder;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.standard.InOperator.InOverload;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.DurationLiteralValidator;
import dev.cel.validator.validators.HomogeneousLiteralValidator;
import dev.cel.validator.validators.RegexLiteralValidator;
import dev.cel.validator.validators.TimestampLiteralValidator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The base that every expression of Kubernetes is compiled in: the language options, libraries and limits. */
final class Environment {
    /** The API server refuses longer expressions. */
    static final int LONGEST_EXPRESSION = 10 * 1024;
    /** The API server's budget is a million steps; a turn of a loop costs at least this many. */
    private static final int MOST_ITERATIONS = 1_000_000 / 4;

    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*\\)$", Pattern.MULTILINE);

    static final CelOptions OPTIONS = CelOptions.current()
            .enableHeterogeneousNumericComparisons(true)
            .maxExpressionCodePointSize(LONGEST_EXPRESSION)
            .comprehensionMaxIterations(MOST_ITERATIONS)
            .build();

    private Environment() {}

    static CelBuilder newBuilder() {
        Functions functions = new Functions();
        QuantityFunctions.addTo(functions);
        SemverFunctions.addTo(functions);
        NetworkFunctions.addTo(functions);
        UrlFunctions.addTo(functions);
        FormatFunctions.addTo(functions);
        RegexFunctions.addTo(functions);
        ListFunctions.addTo(functions);
        StringFormat.addTo(functions);
        return CelFactory.plannerCelBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .setStandardFunctions(CelStandardFunctions.newBuilder()
                        .filterFunctions((function, overload) -> !(overload instanceof InOverload))
                        .build())
                .addFunctionBindings(CelFunctionBinding.fromOverloads(
                        "@in",
                        CelFunctionBinding.from("in_list", Object.class, List.class, Environment::inList),
                        CelFunctionBinding.from("in_map", Object.class, Map.class, Environment::inMap)))
                .addCompilerLibraries(
                        CelExtensions.bindings(),
                        CelExtensions.optional(),
                        CelExtensions.strings(),
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions(),
                        functions)
                .addRuntimeLibraries(
                        CelExtensions.optional(),
                        CelExtensions.strings(),
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions(),
                        functions);
    }

    private static boolean inList(Object value, List<?> list) {
        return list.stream().anyMatch(item -> Operators.equal(item, value));
    }

    /** A domain that reads as an empty map is still not in the map. */
    private static boolean inMap(Object key, Map<?, ?> map) {
        if (map instanceof DomainMap<?> domains) {
            return domains.has(key);
        }
        return map.containsKey(key)
                || (key instanceof Long number && number >= 0 && map.containsKey(UnsignedLong.valueOf(number)))
                || (key instanceof UnsignedLong unsigned && map.containsKey(unsigned.longValue()));
    }

    /** Compiles and type-checks; literals that can never be read are refused here, not when they are reached. */
    static CelAbstractSyntaxTree checked(Cel cel, String expression) {
        try {
            CelAbstractSyntaxTree ast = cel.compile(expression).getAst();
            CelValidatorFactory.standardCelValidatorBuilder(cel)
                    .addAstValidators(
                            HomogeneousLiteralValidator.newInstance("format"),
                            RegexLiteralValidator.INSTANCE,
                            DurationLiteralValidator.INSTANCE,
                            TimestampLiteralValidator.INSTANCE)
                    .build()
                    .validate(ast)
                    .getAst();
            return ast;
        } catch (CelValidationException e) {
            String issues = CelIssue.toDisplayString(e.getErrors(), e.getSource());
            throw new CelFailure("compilation failed: " + inServersWords(issues));
        }
    }

    /** The API server does not list what would have matched, and has short names for two types. */
    private static String inServersWords(String issues) {
        return CANDIDATES
                .matcher(issues)
                .replaceAll("")
                .replace("google.protobuf.Duration", "duration")
                .replace("google.protobuf.Timestamp", "timestamp");
    }
}
