package io.fairlead.cel;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns what a JSON reader made of a value into what the declared type says it is. */
final class RuleValue {
    private RuleValue() {}

    static Object of(@Nullable Object value, ValueType type) {
        if (value == null) {
            return NullValue.NULL_VALUE;
        }
        return switch (type) {
            case ValueType.Scalar scalar -> scalar(value, scalar);
            case ValueType.Items(ValueType item)
            when value instanceof List<?> list ->
                list.stream().map(each -> of(each, item)).toList();
            case ValueType.Table(ValueType each) when value instanceof Map<?, ?> map -> table(map, each);
            case ValueType.Fields(Map<String, ValueType> fields)
            when value instanceof Map<?, ?> map -> fields(map, fields);
            case ValueType.Items _, ValueType.Table _, ValueType.Fields _ ->
                throw new CelFailure("invalid data, expected " + type + ", got "
                        + value.getClass().getSimpleName());
        };
    }

    private static Map<String, Object> table(Map<?, ?> map, ValueType each) {
        Map<String, Object> table = new HashMap<>();
        map.forEach((key, value) -> table.put(key.toString(), of(value, each)));
        return table;
    }

    private static Map<String, Object> fields(Map<?, ?> map, Map<String, ValueType> declared) {
        Map<String, Object> fields = new HashMap<>();
        declared.forEach((name, type) -> {
            if (map.containsKey(name)) {
                FieldName.escape(name).ifPresent(escaped -> fields.put(escaped, of(map.get(name), type)));
            }
        });
        return fields;
    }

    private static Object scalar(Object value, ValueType.Scalar type) {
        return switch (type) {
            case NUMBER -> value instanceof Number number ? number.doubleValue() : value;
            case INTEGER -> value instanceof Number number ? number.longValue() : value;
            case BYTES, DURATION, TIME -> value instanceof String text ? read(text, type) : value;
            case BOOLEAN, TEXT -> value;
            case ANY -> value instanceof Integer number ? number.longValue() : value;
        };
    }

    private static Object read(String text, ValueType.Scalar type) {
        try {
            return switch (type) {
                case BYTES -> CelByteString.of(Base64.getDecoder().decode(text));
                case DURATION -> GoDuration.parse(text);
                case TIME ->
                    text.length() == "2006-01-02".length()
                            ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                            : OffsetDateTime.parse(text).toInstant();
                default -> text;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new CelFailure("invalid data, \"" + text + "\" is no " + type);
        }
    }
}
