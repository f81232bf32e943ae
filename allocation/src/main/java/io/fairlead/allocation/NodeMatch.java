package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether a slice or a device is for a node: by the node's name, for all nodes, or by a selector. */
public final class NodeMatch {
    private NodeMatch() {}

    static boolean matches(
            Node node, @Nullable String nodeName, @Nullable Boolean allNodes, @Nullable NodeSelector selector) {
        if (nodeName != null && !nodeName.isEmpty()) {
            return nodeName.equals(node.getMetadata().getName());
        }
        if (Boolean.TRUE.equals(allNodes)) {
            return true;
        }
        return selector != null && matches(node, selector);
    }

    /**
     * Whether the selector means the node.
     *
     * @throws AllocationFailure when a requirement makes no sense
     */
    public static boolean matches(Node node, NodeSelector selector) {
        // Every term is read before any is tried: one that makes no sense is an error wherever it stands.
        selector.getNodeSelectorTerms().forEach(NodeMatch::check);
        return selector.getNodeSelectorTerms().stream().anyMatch(term -> matches(node, term));
    }

    private static void check(NodeSelectorTerm term) {
        for (NodeSelectorRequirement requirement : term.getMatchExpressions()) {
            int values = requirement.getValues().size();
            boolean valid = switch (String.valueOf(requirement.getOperator())) {
                case "In", "NotIn" -> values > 0;
                case "Exists", "DoesNotExist" -> values == 0;
                case "Gt", "Lt" -> values == 1 && number(requirement.getValues().get(0)) != null;
                default -> false;
            };
            refuseUnless(valid, requirement);
        }
        for (NodeSelectorRequirement requirement : term.getMatchFields()) {
            boolean known = List.of("In", "NotIn").contains(String.valueOf(requirement.getOperator()));
            refuseUnless(known && requirement.getValues().size() == 1, requirement);
        }
    }

    private static void refuseUnless(boolean valid, NodeSelectorRequirement requirement) {
        if (!valid) {
            throw new AllocationFailure("failed to parse node selector: key " + requirement.getKey() + ": operator "
                    + requirement.getOperator() + " with values " + requirement.getValues());
        }
    }

    private static boolean matches(Node node, NodeSelectorTerm term) {
        if (term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty()) {
            return false;
        }
        Map<String, String> labels = node.getMetadata().getLabels();
        return term.getMatchExpressions().stream().allMatch(requirement -> matchesLabel(labels, requirement))
                && term.getMatchFields().stream().allMatch(requirement -> matchesField(node, requirement));
    }

    private static boolean matchesLabel(@Nullable Map<String, String> labels, NodeSelectorRequirement requirement) {
        String label = labels == null ? null : labels.get(requirement.getKey());
        List<String> values = requirement.getValues();
        return switch (requirement.getOperator()) {
            case "In" -> label != null && values.contains(label);
            case "NotIn" -> label == null || !values.contains(label);
            case "Exists" -> label != null;
            case "DoesNotExist" -> label == null;
            default -> {
                Long actual = label == null ? null : number(label);
                Long bound = number(values.get(0));
                yield actual != null
                        && bound != null
                        && (requirement.getOperator().equals("Gt") ? actual > bound : actual < bound);
            }
        };
    }

    private static boolean matchesField(Node node, NodeSelectorRequirement requirement) {
        String actual = requirement.getKey().equals("metadata.name")
                ? node.getMetadata().getName()
                : "";
        return requirement.getOperator().equals("In") == requirement.getValues().contains(actual);
    }

    private static @Nullable Long number(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
