package io.fairlead.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;

/**
 * Turns a selector that only reads, compares and combines facts into a tree that does just that, literals parsed once.
 *
 * <p>A node's value is a fact, or a {@link CelFailure} handed on as a value: {@code &&} and {@code ||} must be able to
 * forget it when their other side decides.
 */
final class DirectSelector {
    private interface Node {
        Object of(DeviceFacts device);
    }

    private DirectSelector() {}

    /** The tree, unless the expression does something that only the general runtime can. */
    static Optional<Selector> of(CelAbstractSyntaxTree ast) {
        return node(ast.getExpr()).map(root -> device -> {
            if (device.unreadable() != null) {
                throw device.unreadable();
            }
            Object result = root.of(device);
            if (result instanceof CelFailure failure) {
                throw failure;
            }
            return DeviceSelectors.asBoolean(result);
        });
    }

    private static CelFailure noOverload() {
        return new CelFailure("no such overload");
    }

    private static Optional<Node> node(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT -> constant(expression.constant()).flatMap(DirectSelector::literal);
            case SELECT -> select(expression.select());
            case CALL -> call(expression.call());
            case LIST -> list(expression.list());
            default -> Optional.empty();
        };
    }

    private static Optional<Object> constant(CelConstant constant) {
        return switch (constant.getKind()) {
            case STRING_VALUE -> Optional.of(constant.stringValue());
            case INT64_VALUE -> Optional.of(constant.int64Value());
            case DOUBLE_VALUE -> Optional.of(constant.doubleValue());
            case BOOLEAN_VALUE -> Optional.of(constant.booleanValue());
            default -> Optional.empty();
        };
    }

    private static Optional<Node> literal(Object value) {
        return Optional.of(device -> value);
    }

    private static Optional<Node> list(CelExpr.CelList list) {
        List<Object> items = new ArrayList<>();
        for (CelExpr element : list.elements()) {
            Optional<Object> item = element.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                    ? constant(element.constant())
                    : Optional.empty();
            if (item.isEmpty()) {
                return Optional.empty();
            }
            items.add(item.get());
        }
        return list.optionalIndices().isEmpty() ? literal(List.copyOf(items)) : Optional.empty();
    }

    private static Optional<Node> select(CelExpr.CelSelect select) {
        String field = select.field();
        CelExpr operand = select.operand();
        boolean device = operand.getKind() == CelExpr.ExprKind.Kind.IDENT
                && operand.ident().name().equals("device");
        if (device && select.testOnly()) {
            return Optional.empty();
        }
        if (device) {
            return switch (field) {
                case "driver" -> Optional.of(DeviceFacts::driver);
                case "allowMultipleAllocations" -> Optional.of(DeviceFacts::allowMultipleAllocations);
                case "attributes" -> Optional.of(DeviceFacts::attributes);
                case "capacity" -> Optional.of(DeviceFacts::capacity);
                default -> Optional.empty();
            };
        }
        BiFunction<Object, Object, Object> read = select.testOnly() ? DirectSelector::has : DirectSelector::index;
        return node(operand).map(map -> facts -> strict(map.of(facts), field, read));
    }

    private static Object has(Object map, Object field) {
        return map instanceof Map<?, ?> fields ? fields.containsKey(field) : noOverload();
    }

    private static Object index(Object map, Object key) {
        if (!(map instanceof Map<?, ?> values) || !(key instanceof String)) {
            return noOverload();
        }
        Object value = values.get(key);
        return value == null ? new CelFailure("no such key: " + key) : value;
    }

    private static Optional<Node> call(CelExpr.CelCall call) {
        List<CelExpr> operands = new ArrayList<>();
        call.target().ifPresent(operands::add);
        operands.addAll(call.args());
        Optional<Node> hoisted = hoisted(call.function(), operands);
        if (hoisted.isPresent()) {
            return hoisted;
        }
        List<Node> arguments = new ArrayList<>();
        for (CelExpr operand : operands) {
            Optional<Node> argument = node(operand);
            if (argument.isEmpty()) {
                return Optional.empty();
            }
            arguments.add(argument.get());
        }
        return switch (arguments.size()) {
            case 1 -> call.function().equals("!_") ? Optional.of(not(arguments.get(0))) : Optional.empty();
            case 2 -> binary(call.function(), arguments.get(0), arguments.get(1));
            default -> Optional.empty();
        };
    }

    /** {@code quantity("4Gi")} and {@code semver("1.0.0")} of a literal are worked out here, once. */
    private static Optional<Node> hoisted(String function, List<CelExpr> operands) {
        boolean parses = function.equals("quantity") || function.equals("semver");
        if (!parses || operands.size() != 1 || operands.get(0).getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
            return Optional.empty();
        }
        String text = operands.get(0).constant().stringValue();
        try {
            return literal(function.equals("quantity") ? Quantity.parse(text) : Semver.parse(text));
        } catch (CelFailure failure) {
            return literal(failure);
        }
    }

    private static Optional<Node> binary(String function, Node left, Node right) {
        return switch (function) {
            case "_&&_" -> Optional.of(logical(left, right, false));
            case "_||_" -> Optional.of(logical(left, right, true));
            case "_==_" -> Optional.of(strictly(left, right, DirectSelector::equal));
            case "_!=_" -> Optional.of(strictly(left, right, (a, b) -> !equal(a, b)));
            case "_<_" -> Optional.of(ordered(left, right, order -> order < 0));
            case "_<=_" -> Optional.of(ordered(left, right, order -> order <= 0));
            case "_>_" -> Optional.of(ordered(left, right, order -> order > 0));
            case "_>=_" -> Optional.of(ordered(left, right, order -> order >= 0));
            case "_[_]" -> Optional.of(strictly(left, right, DirectSelector::indexed));
            case "@in" -> Optional.of(strictly(left, right, DirectSelector::in));
            case "compareTo" -> Optional.of(compared(left, right, order -> (long) order));
            case "isGreaterThan" -> Optional.of(compared(left, right, order -> order > 0));
            case "isLessThan" -> Optional.of(compared(left, right, order -> order < 0));
            case "startsWith" -> Optional.of(texts(left, right, String::startsWith));
            case "endsWith" -> Optional.of(texts(left, right, String::endsWith));
            case "contains" -> Optional.of(texts(left, right, String::contains));
            default -> Optional.empty();
        };
    }

    private static Node not(Node operand) {
        return device -> switch (operand.of(device)) {
            case Boolean value -> !value;
            case CelFailure failure -> failure;
            default -> noOverload();
        };
    }

    private static Node logical(Node left, Node right, boolean decisive) {
        return device -> {
            Object first = left.of(device);
            if (first instanceof Boolean value && value == decisive) {
                return decisive;
            }
            Object second = right.of(device);
            if (second instanceof Boolean value && value == decisive) {
                return decisive;
            }
            if (!(first instanceof Boolean)) {
                return first instanceof CelFailure ? first : noOverload();
            }
            return second instanceof Boolean || second instanceof CelFailure ? second : noOverload();
        };
    }

    private static Node strictly(Node left, Node right, BiFunction<Object, Object, Object> function) {
        return device -> {
            Object first = left.of(device);
            return first instanceof CelFailure
                    ? first
                    : strict(right.of(device), first, (b, a) -> function.apply(a, b));
        };
    }

    private static Object strict(Object value, Object other, BiFunction<Object, Object, Object> function) {
        return value instanceof CelFailure ? value : function.apply(value, other);
    }

    private static Object indexed(Object container, Object key) {
        if (!(container instanceof List<?> list)) {
            return index(container, key);
        }
        if (!(key instanceof Long position)) {
            return noOverload();
        }
        return position >= 0 && position < list.size()
                ? list.get(position.intValue())
                : new CelFailure("index out of bounds: " + position);
    }

    private static Object in(Object value, Object container) {
        return switch (container) {
            case List<?> list -> list.stream().anyMatch(item -> equal(item, value));
            case DomainMap<?> domains -> domains.has(value);
            case Map<?, ?> map -> map.containsKey(value);
            default -> noOverload();
        };
    }

    private static Node ordered(Node left, Node right, IntPredicate wanted) {
        return strictly(left, right, (a, b) -> {
            if (a instanceof Long x && b instanceof Long y) {
                return wanted.test(Long.compare(x, y));
            }
            if (a instanceof Number x && b instanceof Number y) {
                return wanted.test(exact(x).compareTo(exact(y)));
            }
            if (a instanceof String x && b instanceof String y) {
                return wanted.test(x.compareTo(y));
            }
            return a instanceof Boolean x && b instanceof Boolean y ? wanted.test(x.compareTo(y)) : noOverload();
        });
    }

    private interface OrderFunction {
        Object of(int order);
    }

    private static Node compared(Node left, Node right, OrderFunction result) {
        return strictly(left, right, (a, b) -> {
            if (a instanceof Quantity x && b instanceof Quantity y) {
                return result.of(Integer.signum(x.compareTo(y)));
            }
            return a instanceof Semver x && b instanceof Semver y
                    ? result.of(Integer.signum(x.compareTo(y)))
                    : noOverload();
        });
    }

    private static Node texts(Node left, Node right, BiFunction<String, String, Boolean> function) {
        return strictly(
                left,
                right,
                (a, b) -> a instanceof String x && b instanceof String y ? function.apply(x, y) : noOverload());
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
