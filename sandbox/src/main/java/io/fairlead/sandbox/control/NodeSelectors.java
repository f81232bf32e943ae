package io.fairlead.sandbox.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether a node is one that a node selector means: any term, all of whose requirements hold. */
final class NodeSelectors {
    private NodeSelectors() {}

    static boolean matches(NodeSelector selector, Node node) {
        return selector.getNodeSelectorTerms().stream().anyMatch(term -> matches(term, node));
    }

    private static boolean matches(NodeSelectorTerm term, Node node) {
        boolean empty =
                term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty();
        Map<String, String> labels =
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        return !empty
                && term.getMatchExpressions().stream().allMatch(asked -> holds(asked, labels.get(asked.getKey())))
                && term.getMatchFields().stream().allMatch(asked -> holds(asked, field(asked.getKey(), node)));
    }

    private static @Nullable String field(String key, Node node) {
        return key.equals("metadata.name") ? node.getMetadata().getName() : null;
    }

    private static boolean holds(NodeSelectorRequirement asked, @Nullable String value) {
        List<String> values = asked.getValues();
        return switch (asked.getOperator()) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && compare(value, values) > 0;
            case "Lt" -> value != null && compare(value, values) < 0;
            default -> false;
        };
    }

    /** Zero, which satisfies neither side, where one of the two is no number. */
    private static int compare(String value, List<String> values) {
        try {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
