package io.fairlead.sandbox.selector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All requirements that an object's labels must meet. */
public record LabelSelector(List<Requirement> requirements) {
    /** Ways to compare a label with values. */
    public enum Operator {
        EXISTS,
        DOES_NOT_EXIST,
        IN,
        NOT_IN,
        GREATER,
        LESS
    }

    /** One comparison of one label. */
    public record Requirement(String key, Operator operator, Set<String> values) {
        boolean matches(@Nullable String value) {
            return switch (operator) {
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case GREATER, LESS -> value != null && compares(value);
            };
        }

        private boolean compares(String value) {
            long limit = Long.parseLong(values.iterator().next());
            try {
                long number = Long.parseLong(value);
                return operator == Operator.GREATER ? number > limit : number < limit;
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    /** Throws a 400 when the text is not a selector. */
    public static LabelSelector parse(String text) {
        return text.isBlank() ? new LabelSelector(List.of()) : new LabelSelector(new LabelSelectorParser(text).parse());
    }

    boolean matches(ObjectNode object) {
        if (requirements.isEmpty()) {
            return true;
        }
        JsonNode labels = Trees.metadata(object).path("labels");
        for (Requirement requirement : requirements) {
            JsonNode value = labels.get(requirement.key());
            if (!requirement.matches(value == null ? null : value.asText())) {
                return false;
            }
        }
        return true;
    }
}
