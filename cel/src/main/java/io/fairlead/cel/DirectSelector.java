package io.fairlead.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

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

    /** {@code device.attributes["domain"]} or {@code device.capacity["domain"]}. */
    private record Domain(boolean capacity, String name) {
        @Nullable
        Object read(DeviceFacts device, QualifiedName fact) {
            return capacity ? device.capacity(fact) : device.attribute(fact);
        }
    }

    private DirectSelector() {}

    /** The tree, unless the expression does something that only the general runtime can. */
    static Optional<Selector> of(CelAbstractSyntaxTree ast) {
        return node(ast.getExpr()).map(root -> device -> {
            Object result = root.of(device);
            if (result instanceof CelFailure failure) {
                throw failure;
            }
            return DeviceSelectors.asBoolean(result);
        });
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

    private static Optional<String> text(CelExpr expression) {
        return expression.getKind() == Kind.CONSTANT && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
                ? Optional.of(expression.constant().stringValue())
                : Optional.empty();
    }

    private static Optional<Node> literal(Object value) {
        return Optional.of(device -> value);
    }

    private static Optional<Node> list(CelExpr.CelList list) {
        List<Object> items = new ArrayList<>();
        for (CelExpr element : list.elements()) {
            Optional<Object> item =
                    element.getKind() == Kind.CONSTANT ? constant(element.constant()) : Optional.empty();
            if (item.isEmpty()) {
                return Optional.empty();
            }
            items.add(item.get());
        }
        return list.optionalIndices().isEmpty() ? literal(List.copyOf(items)) : Optional.empty();
    }

    private static Optional<Node> select(CelExpr.CelSelect select) {
        String field = select.field();
        if (isDevice(select.operand())) {
            return select.testOnly() ? Optional.empty() : deviceField(field);
        }
        Optional<Domain> domain = domain(select.operand());
        if (domain.isPresent()) {
            return Optional.of(select.testOnly() ? hasFact(domain.get(), field) : fact(domain.get(), field));
        }
        BiFunction<Object, Object, Object> read = select.testOnly() ? Operators::has : Operators::index;
        return node(select.operand()).map(map -> strictly(map, device -> field, read));
    }

    private static boolean isDevice(CelExpr expression) {
        return expression.getKind() == Kind.IDENT && expression.ident().name().equals("device");
    }

    private static Optional<Node> deviceField(String field) {
        return switch (field) {
            case "driver" -> Optional.of(DeviceFacts::driver);
            case "allowMultipleAllocations" -> Optional.of(DeviceFacts::allowMultipleAllocations);
            case "attributes" -> Optional.of(device -> DomainMap.of(device.driver(), device.attributes()));
            case "capacity" -> Optional.of(device -> DomainMap.of(device.driver(), device.capacities()));
            default -> Optional.empty();
        };
    }

    private static Optional<Domain> domain(CelExpr expression) {
        if (expression.getKind() != Kind.CALL || !expression.call().function().equals("_[_]")) {
            return Optional.empty();
        }
        CelExpr map = expression.call().args().get(0);
        boolean known = map.getKind() == Kind.SELECT
                && isDevice(map.select().operand())
                && List.of("attributes", "capacity").contains(map.select().field());
        return known
                ? text(expression.call().args().get(1))
                        .map(name -> new Domain(map.select().field().equals("capacity"), name))
                : Optional.empty();
    }

    /** A fact is read by its full name, without a map of its domain. */
    private static Node fact(Domain domain, String id) {
        QualifiedName name = new QualifiedName(domain.name(), id);
        CelFailure absent = new CelFailure("no such key: " + id);
        return device -> Objects.requireNonNullElse(domain.read(device, name), absent);
    }

    private static Node hasFact(Domain domain, String id) {
        QualifiedName name = new QualifiedName(domain.name(), id);
        return device -> domain.read(device, name) != null;
    }

    private static Optional<Node> call(CelExpr.CelCall call) {
        List<CelExpr> operands = new ArrayList<>();
        call.target().ifPresent(operands::add);
        operands.addAll(call.args());
        Optional<Node> special = operands.isEmpty() ? Optional.empty() : special(call.function(), operands);
        if (special.isPresent()) {
            return special;
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

    /** What is known before any device: {@code quantity("4Gi")}, {@code semver("1.0.0")} and the names of facts. */
    private static Optional<Node> special(String function, List<CelExpr> operands) {
        Optional<String> last = text(operands.getLast());
        return switch (function) {
            case "quantity" -> last.flatMap(Quantity::tryParse).flatMap(DirectSelector::literal);
            case "semver" ->
                operands.size() == 1
                        ? last.flatMap(Semver::tryParse).flatMap(DirectSelector::literal)
                        : Optional.empty();
            case "_[_]" -> domain(operands.get(0)).flatMap(domain -> last.map(id -> fact(domain, id)));
            default -> Optional.empty();
        };
    }

    private static Optional<Node> binary(String function, Node left, Node right) {
        return switch (function) {
            case "_&&_" -> Optional.of(logical(left, right, false));
            case "_||_" -> Optional.of(logical(left, right, true));
            case "_==_" -> Optional.of(strictly(left, right, Operators::equal));
            case "_!=_" -> Optional.of(strictly(left, right, (a, b) -> !Operators.equal(a, b)));
            case "_<_" -> Optional.of(strictly(left, right, Operators.ordered(order -> order < 0)));
            case "_<=_" -> Optional.of(strictly(left, right, Operators.ordered(order -> order <= 0)));
            case "_>_" -> Optional.of(strictly(left, right, Operators.ordered(order -> order > 0)));
            case "_>=_" -> Optional.of(strictly(left, right, Operators.ordered(order -> order >= 0)));
            case "_[_]" -> Optional.of(strictly(left, right, Operators::index));
            case "@in" -> Optional.of(strictly(left, right, Operators::in));
            case "compareTo" -> Optional.of(strictly(left, right, Operators.compared(order -> (long) order)));
            case "isGreaterThan" -> Optional.of(strictly(left, right, Operators.compared(order -> order > 0)));
            case "isLessThan" -> Optional.of(strictly(left, right, Operators.compared(order -> order < 0)));
            case "startsWith" -> Optional.of(strictly(left, right, Operators.texts(String::startsWith)));
            case "endsWith" -> Optional.of(strictly(left, right, Operators.texts(String::endsWith)));
            case "contains" -> Optional.of(strictly(left, right, Operators.texts(String::contains)));
            default -> Optional.empty();
        };
    }

    private static Node not(Node operand) {
        return device -> switch (operand.of(device)) {
            case Boolean value -> !value;
            case CelFailure failure -> failure;
            default -> Operators.noOverload();
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
                return first instanceof CelFailure ? first : Operators.noOverload();
            }
            return second instanceof Boolean || second instanceof CelFailure ? second : Operators.noOverload();
        };
    }

    private static Node strictly(Node left, Node right, BiFunction<Object, Object, Object> function) {
        return device -> {
            Object first = left.of(device);
            if (first instanceof CelFailure) {
                return first;
            }
            Object second = right.of(device);
            return second instanceof CelFailure ? second : function.apply(first, second);
        };
    }
}
