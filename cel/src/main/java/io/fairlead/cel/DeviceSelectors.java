package io.fairlead.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelBuilder;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime.Program;
import io.fairlead.cel.Functions.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Compiles the selectors of device classes and claims, each text once.
 *
 * <p>Selectors that only read and compare facts run as a tree of their own, some ten times faster; all others run in
 * dev.cel. Safe for use by several threads.
 */
public final class DeviceSelectors {
    private static final String DEVICE_TYPE = "kubernetes.DRADevice";
    private static final int LONGEST_LIST = 48;
    private static final int MOST_CACHED = 10_000;

    private final Cel cel;
    private final boolean lists;
    private final Map<String, Compilation> cache = new ConcurrentHashMap<>();

    private sealed interface Compilation {
        record Compiled(Selector selector) implements Compilation {}

        record Broken(CelFailure failure) implements Compilation {}
    }

    /**
     * @param consumableCapacity whether {@code device.allowMultipleAllocations} is known
     * @param listTypeAttributes whether attributes may be lists, with {@code includes} and macros over them
     */
    public DeviceSelectors(boolean consumableCapacity, boolean listTypeAttributes) {
        lists = listTypeAttributes;
        CelType attribute = lists ? SimpleType.DYN : SimpleType.ANY;
        ImmutableMap.Builder<String, CelType> fields = ImmutableMap.builder();
        fields.put("driver", SimpleType.STRING)
                .put("attributes", byDomain(attribute))
                .put("capacity", byDomain(QuantityFunctions.TYPE));
        if (consumableCapacity) {
            fields.put("allowMultipleAllocations", SimpleType.BOOL);
        }
        ImmutableMap<String, CelType> known = fields.build();
        StructType device =
                StructType.create(DEVICE_TYPE, known.keySet(), name -> Optional.ofNullable(known.get(name)));
        CelBuilder builder =
                Environment.newBuilder().setTypeProvider(new OneType(device)).addVar("device", device);
        if (lists) {
            Functions includes = new Functions()
                    .member(
                            "includes",
                            "dra_includes_dyn_dyn",
                            SimpleType.BOOL,
                            a -> includes(a[0], a[1]),
                            new Parameter(SimpleType.DYN, Object.class),
                            new Parameter(SimpleType.DYN, Object.class));
            builder.addCompilerLibraries(includes).addRuntimeLibraries(includes);
        }
        cel = builder.build();
    }

    private static CelType byDomain(CelType value) {
        return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
    }

    /** The selector that this text stands for; throws a {@link CelFailure} when it is none. */
    public Selector compile(String expression) {
        Compilation known = cache.get(expression);
        if (known == null) {
            if (cache.size() >= MOST_CACHED) {
                cache.clear();
            }
            known = cache.computeIfAbsent(expression, this::compileNow);
        }
        return switch (known) {
            case Compilation.Compiled(Selector selector) -> selector;
            case Compilation.Broken(CelFailure failure) -> throw failure;
        };
    }

    private Compilation compileNow(String expression) {
        try {
            CelAbstractSyntaxTree ast = Environment.checked(cel, expression);
            CelType result = ast.getResultType();
            boolean accepted = result.equals(SimpleType.BOOL)
                    || result.equals(SimpleType.ANY)
                    || (lists && result.equals(SimpleType.DYN));
            if (!accepted) {
                throw new CelFailure("must evaluate to bool or the unknown type, not " + result.name());
            }
            Optional<Selector> direct = DirectSelector.of(ast);
            Selector selector = direct.isPresent() ? direct.get() : general(ast);
            return new Compilation.Compiled(device -> {
                String unreadable = device.unreadable();
                if (unreadable != null) {
                    throw new CelFailure(unreadable);
                }
                return selector.matches(device);
            });
        } catch (CelFailure failure) {
            return new Compilation.Broken(failure);
        }
    }

    private Selector general(CelAbstractSyntaxTree ast) {
        Program program;
        try {
            program = cel.createProgram(ast);
        } catch (CelEvaluationException e) {
            throw new CelFailure("program instantiation failed: " + e.getMessage());
        }
        return device -> {
            try {
                return asBoolean(program.eval(Map.of("device", variable(device))));
            } catch (CelEvaluationException e) {
                throw new CelFailure(String.valueOf(e.getMessage()));
            } catch (RuntimeException e) {
                // The runtime lets some type errors through as they are.
                throw e instanceof CelFailure failure ? failure : new CelFailure(String.valueOf(e.getMessage()));
            }
        };
    }

    private static Map<String, Object> variable(DeviceFacts device) {
        return Map.of(
                "driver", device.driver(),
                "allowMultipleAllocations", device.allowMultipleAllocations(),
                "attributes", DomainMap.of(device.driver(), device.attributes()),
                "capacity", DomainMap.of(device.driver(), device.capacities()));
    }

    static boolean asBoolean(Object result) {
        if (result instanceof Boolean matches) {
            return matches;
        }
        throw new CelFailure("the result could not be converted to bool: " + result);
    }

    private static boolean includes(Object target, Object wanted) {
        if (!(target instanceof List<?> list)) {
            return Operators.equal(target, wanted);
        }
        for (int i = 0; i < list.size(); i++) {
            if (i == LONGEST_LIST) {
                throw new CelFailure("'includes' function cannot be applied to lists longer than 48 values");
            }
            if (Operators.equal(list.get(i), wanted)) {
                return true;
            }
        }
        return false;
    }

    private record OneType(StructType type) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableList.of(type);
        }

        @Override
        public Optional<CelType> findType(String name) {
            return name.equals(type.name()) ? Optional.of(type) : Optional.empty();
        }
    }
}
