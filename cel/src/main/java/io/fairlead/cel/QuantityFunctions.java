package io.fairlead.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.fairlead.cel.Functions.Parameter;
import io.fairlead.cel.Quantity.Notation;

/** {@code quantity("4Gi").compareTo(...)} and its family. */
final class QuantityFunctions {
    static final CelType TYPE = OpaqueType.create("kubernetes.Quantity");
    private static final Parameter QUANTITY = new Parameter(TYPE, Quantity.class);
    private static final Parameter TEXT = new Parameter(SimpleType.STRING, String.class);
    private static final Parameter INT = new Parameter(SimpleType.INT, Long.class);

    private QuantityFunctions() {}

    static void addTo(Functions functions) {
        functions
                .global("quantity", "string_to_quantity", TYPE, a -> Quantity.parse((String) a[0]), TEXT)
                .global(
                        "isQuantity",
                        "is_quantity_string",
                        SimpleType.BOOL,
                        a -> Quantity.tryParse((String) a[0]).isPresent(),
                        TEXT)
                .global("sign", "quantity_sign", SimpleType.INT, a -> (long) self(a).sign(), QUANTITY)
                .member("isInteger", "quantity_is_integer", SimpleType.BOOL, a -> self(a).isInteger(), QUANTITY)
                .member("asInteger", "quantity_get_int", SimpleType.INT, a -> self(a).asInteger(), QUANTITY)
                .member(
                        "asApproximateFloat",
                        "quantity_get_float",
                        SimpleType.DOUBLE,
                        a -> self(a).amount().doubleValue(),
                        QUANTITY)
                .member(
                        "isGreaterThan",
                        "quantity_is_greater_than",
                        SimpleType.BOOL,
                        a -> compare(a) > 0,
                        QUANTITY,
                        QUANTITY)
                .member("isLessThan", "quantity_is_less_than", SimpleType.BOOL, a -> compare(a) < 0, QUANTITY, QUANTITY)
                .member("compareTo", "quantity_compare_to", SimpleType.INT, a -> (long) compare(a), QUANTITY, QUANTITY)
                .member("add", "quantity_add", TYPE, a -> self(a).add((Quantity) a[1]), QUANTITY, QUANTITY)
                .member("add", "quantity_add_int", TYPE, a -> self(a).add(number(a)), QUANTITY, INT)
                .member("sub", "quantity_sub", TYPE, a -> self(a).subtract((Quantity) a[1]), QUANTITY, QUANTITY)
                .member("sub", "quantity_sub_int", TYPE, a -> self(a).subtract(number(a)), QUANTITY, INT);
    }

    private static Quantity self(Object[] arguments) {
        return (Quantity) arguments[0];
    }

    private static Quantity number(Object[] arguments) {
        return Quantity.of((Long) arguments[1], Notation.EXPONENT);
    }

    private static int compare(Object[] arguments) {
        return Integer.signum(self(arguments).compareTo((Quantity) arguments[1]));
    }
}
