package io.fairlead.cel;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/** What the operators of the language make of values; a {@link CelFailure} is handed on as a value. */
final class Operators {
    private Operators() {}

    static CelFailure noOverload() {
        return new CelFailure("no such overload");
    }

    static Object has(Object map, Object field) {
        return map instanceof Map<?, ?> fields ? fields.containsKey(field) : noOverload();
    }

    static Object index(Object container, Object key) {
        if (container instanceof List<?> list) {
            return element(list, key);
        }
        if (!(container instanceof Map<?, ?> values) || !(key instanceof String)) {
            return noOverload();
        }
        Object value = values.get(key);
        return value == null ? new CelFailure("no such key: " + key) : value;
    }

    private static Object element(List<?> list, Object key) {
        if (!(key instanceof Long position)) {
            return noOverload();
        }
        return position >= 0 && position < list.size()
                ? list.get(position.intValue())
                : new CelFailure("index out of bounds: " + position);
    }

    static Object in(Object value, Object container) {
        return switch (container) {
            case List<?> list -> list.stream().anyMatch(item -> equal(item, value));
            case DomainMap<?> domains -> domains.has(value);
            case Map<?, ?> map -> map.containsKey(value);
            default -> noOverload();
        };
    }

    /** {@code <}, {@code >=} and the like, by what they make of the order of two values. */
    static BiFunction<Object, Object, Object> ordered(IntFunction<Object> result) {
        return (left, right) -> {
            if (left instanceof Long x && right instanceof Long y) {
                return result.apply(Long.compare(x, y));
            }
            if (left instanceof Number x && right instanceof Number y) {
                return result.apply(exact(x).compareTo(exact(y)));
            }
            if (left instanceof String x && right instanceof String y) {
                return result.apply(x.compareTo(y));
            }
            return left instanceof Boolean x && right instanceof Boolean y
                    ? result.apply(x.compareTo(y))
                    : noOverload();
        };
    }

    /** The comparing functions of quantities and versions. */
    static BiFunction<Object, Object, Object> compared(IntFunction<Object> result) {
        return (left, right) -> {
            if (left instanceof Quantity x && right instanceof Quantity y) {
                return result.apply(Integer.signum(x.compareTo(y)));
            }
            return left instanceof Semver x && right instanceof Semver y
                    ? result.apply(Integer.signum(x.compareTo(y)))
                    : noOverload();
        };
    }

    static BiFunction<Object, Object, Object> texts(BiFunction<String, String, Object> function) {
        return (left, right) ->
                left instanceof String x && right instanceof String y ? function.apply(x, y) : noOverload();
    }

    /** Equality across types is false, not an error; numbers are equal by value. */
    static boolean equal(Object left, Object right) {
        if (left instanceof Number x && right instanceof Number y && x.getClass() != y.getClass()) {
            return exact(x).compareTo(exact(y)) == 0;
        }
        if (left instanceof List<?> x && right instanceof List<?> y) {
            if (x.size() != y.size()) {
                return false;
            }
            for (int i = 0; i < x.size(); i++) {
                if (!equal(x.get(i), y.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return left.equals(right);
    }

    private static BigDecimal exact(Number number) {
        return number instanceof Long whole ? BigDecimal.valueOf(whole) : new BigDecimal(number.doubleValue());
    }
}
