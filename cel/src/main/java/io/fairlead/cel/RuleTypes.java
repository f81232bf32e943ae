package io.fairlead.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Declares a {@link ValueType} to the compiler: every object becomes a struct, named by its place in a way that no
 * expression can speak of. */
final class RuleTypes implements CelTypeProvider {
    private final ImmutableMap<String, CelType> structs;
    private final CelType self;

    RuleTypes(ValueType self) {
        Map<String, CelType> found = new HashMap<>();
        this.self = declare(self, "@self", found);
        structs = ImmutableMap.copyOf(found);
    }

    CelType self() {
        return self;
    }

    private static CelType declare(ValueType type, String place, Map<String, CelType> structs) {
        return switch (type) {
            case ValueType.Scalar scalar -> scalar(scalar);
            case ValueType.Items(ValueType item) -> ListType.create(declare(item, place + "@item", structs));
            case ValueType.Table(ValueType value) ->
                MapType.create(SimpleType.STRING, declare(value, place + "@value", structs));
            case ValueType.Fields(Map<String, ValueType> fields) -> struct(fields, place, structs);
        };
    }

    private static CelType scalar(ValueType.Scalar scalar) {
        return switch (scalar) {
            case BOOLEAN -> SimpleType.BOOL;
            case INTEGER -> SimpleType.INT;
            case NUMBER -> SimpleType.DOUBLE;
            case TEXT -> SimpleType.STRING;
            case BYTES -> SimpleType.BYTES;
            case DURATION -> SimpleType.DURATION;
            case TIME -> SimpleType.TIMESTAMP;
            case ANY -> SimpleType.DYN;
        };
    }

    private static CelType struct(Map<String, ValueType> fields, String place, Map<String, CelType> structs) {
        ImmutableMap.Builder<String, CelType> declared = ImmutableMap.builder();
        fields.forEach((name, type) -> FieldName.escape(name)
                .ifPresent(escaped -> declared.put(escaped, declare(type, place + "@" + escaped, structs))));
        ImmutableMap<String, CelType> known = declared.buildOrThrow();
        CelType struct = StructType.create(place, known.keySet(), name -> Optional.ofNullable(known.get(name)));
        structs.put(place, struct);
        return struct;
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return structs.values();
    }

    @Override
    public Optional<CelType> findType(String name) {
        return Optional.ofNullable(structs.get(name));
    }
}
