package io.fairlead.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import io.fairlead.cel.Functions.Parameter;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What Kubernetes adds to lists: order, sums, extremes and positions. */
final class ListFunctions {
    private static final CelType ANYTHING = TypeParamType.create("A");
    private static final Map<String, CelType> SUMMABLE =
            Map.of("int", SimpleType.INT, "double", SimpleType.DOUBLE, "duration", SimpleType.DURATION);
    private static final Map<String, CelType> COMPARABLE = Map.of(
            "int", SimpleType.INT,
            "double", SimpleType.DOUBLE,
            "bool", SimpleType.BOOL,
            "string", SimpleType.STRING,
            "bytes", SimpleType.BYTES,
            "duration", SimpleType.DURATION,
            "timestamp", SimpleType.TIMESTAMP);

    private ListFunctions() {}

    static void addTo(Functions functions) {
        COMPARABLE.forEach((name, type) -> {
            Parameter list = new Parameter(ListType.create(type), List.class);
            functions
                    .member(
                            "isSorted",
                            "list_" + name + "_is_sorted_bool",
                            SimpleType.BOOL,
                            a -> isSorted(list(a)),
                            list)
                    .member("min", "list_" + name + "_min_" + name, type, a -> extreme("min", list(a), -1), list)
                    .member("max", "list_" + name + "_max_" + name, type, a -> extreme("max", list(a), 1), list);
        });
        SUMMABLE.forEach((name, type) -> functions.member(
                "sum",
                "list_" + name + "_sum_" + name,
                type,
                a -> sum(name, list(a)),
                new Parameter(ListType.create(type), List.class)));
        Parameter list = new Parameter(ListType.create(ANYTHING), List.class);
        Parameter item = new Parameter(ANYTHING, Object.class);
        functions
                .member("indexOf", "list_a_index_of_int", SimpleType.INT, a -> (long) list(a).indexOf(a[1]), list, item)
                .member(
                        "lastIndexOf",
                        "list_a_last_index_of_int",
                        SimpleType.INT,
                        a -> (long) list(a).lastIndexOf(a[1]),
                        list,
                        item);
    }

    @SuppressWarnings("unchecked") // the type checker has seen to it that the elements are comparable
    private static List<Comparable<Object>> list(Object[] arguments) {
        return (List<Comparable<Object>>) arguments[0];
    }

    private static boolean isSorted(List<Comparable<Object>> list) {
        for (int i = 1; i < list.size(); i++) {
            if (list.get(i - 1).compareTo(list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object extreme(String name, List<Comparable<Object>> list, int direction) {
        return list.stream()
                .reduce((best, next) -> next.compareTo(best) * direction > 0 ? next : best)
                .orElseThrow(() -> new CelFailure(name + " called on empty list"));
    }

    private static Object sum(String name, List<?> list) {
        return switch (name) {
            case "int" -> list.stream().mapToLong(item -> (Long) item).reduce(0, Math::addExact);
            case "double" -> list.stream().mapToDouble(item -> (Double) item).sum();
            default -> list.stream().map(Duration.class::cast).reduce(Duration.ZERO, Duration::plus);
        };
    }
}
