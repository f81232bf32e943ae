package io.fairlead.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeLibrary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A library of functions in the making: each overload is declared and implemented in one call. Overloads that several
 * families add to one name ({@code compareTo}, {@code string}) must come through the same instance.
 */
final class Functions implements CelCompilerLibrary, CelRuntimeLibrary {
    /** A parameter: what the type checker sees, and the class that its values have when it runs. */
    record Parameter(CelType type, Class<?> javaClass) {}

    private final Map<String, List<CelOverloadDecl>> declared = new LinkedHashMap<>();
    private final Map<String, List<CelFunctionBinding>> bound = new LinkedHashMap<>();

    /** A function that is called with all its arguments in parentheses. */
    Functions global(
            String name, String overload, CelType result, CelFunctionOverload implementation, Parameter... parameters) {
        return add(
                name,
                CelOverloadDecl.newGlobalOverload(overload, result, types(parameters)),
                implementation,
                parameters);
    }

    /** A function that is called on its first argument. */
    Functions member(
            String name, String overload, CelType result, CelFunctionOverload implementation, Parameter... parameters) {
        return add(
                name,
                CelOverloadDecl.newMemberOverload(overload, result, types(parameters)),
                implementation,
                parameters);
    }

    private Functions add(
            String name, CelOverloadDecl declaration, CelFunctionOverload implementation, Parameter... parameters) {
        ImmutableList.Builder<Class<?>> classes = ImmutableList.builder();
        for (Parameter parameter : parameters) {
            classes.add(parameter.javaClass());
        }
        declared.computeIfAbsent(name, n -> new ArrayList<>()).add(declaration);
        bound.computeIfAbsent(name, n -> new ArrayList<>())
                .add(CelFunctionBinding.from(declaration.overloadId(), classes.build(), implementation));
        return this;
    }

    private static ImmutableList<CelType> types(Parameter... parameters) {
        ImmutableList.Builder<CelType> types = ImmutableList.builder();
        for (Parameter parameter : parameters) {
            types.add(parameter.type());
        }
        return types.build();
    }

    @Override
    public void setCheckerOptions(CelCheckerBuilder checker) {
        declared.forEach((name, overloads) ->
                checker.addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(name, overloads)));
    }

    @Override
    public void setRuntimeOptions(CelRuntimeBuilder runtime) {
        bound.forEach(
                (name, bindings) -> runtime.addFunctionBindings(CelFunctionBinding.fromOverloads(name, bindings)));
    }
}
