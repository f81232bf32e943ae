package io.fairlead.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of JSONPath that printer columns use: {@code .spec.x}, {@code ['a.b']}, {@code [0]}, {@code [*]} and {@code
 * [?(@.type=="Ready")]}.
 */
final class JsonPath {
    private static final Pattern STEP =
            Pattern.compile("\\.?\\[\\?\\(@\\.(?<field>[^=!\\s]+)\\s*==\\s*[\"'](?<value>[^\"']*)[\"']\\)\\]"
                    + "|\\.?\\[(?<index>-?\\d+)\\]"
                    + "|\\.?\\[(?<all>\\*)\\]"
                    + "|\\.?\\['(?<quoted>[^']+)'\\]"
                    + "|\\.(?<name>(?:\\\\.|[^.\\[\\\\])+)");

    private final List<Function<JsonNode, List<JsonNode>>> steps = new ArrayList<>();

    /** @throws IllegalArgumentException when the path is none that a column may have */
    JsonPath(String path) {
        Matcher matcher = STEP.matcher(path);
        int at = 0;
        while (at < path.length()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw new IllegalArgumentException("unrecognized column definition \"" + path + "\"");
            }
            steps.add(step(matcher));
            at = matcher.end();
        }
    }

    /** All values that the path leads to. */
    List<JsonNode> find(JsonNode root) {
        List<JsonNode> found = List.of(root);
        for (Function<JsonNode, List<JsonNode>> step : steps) {
            found = found.stream().flatMap(node -> step.apply(node).stream()).toList();
        }
        return found;
    }

    private static Function<JsonNode, List<JsonNode>> step(Matcher matcher) {
        String field = matcher.group("field");
        if (field != null) {
            String value = matcher.group("value");
            return node -> node.valueStream()
                    .filter(item -> item.path(field).asText().equals(value))
                    .toList();
        }
        String index = matcher.group("index");
        if (index != null) {
            int position = Integer.parseInt(index);
            return node -> present(node.path(position < 0 ? node.size() + position : position));
        }
        if (matcher.group("all") != null) {
            return node -> node.valueStream().toList();
        }
        String quoted = matcher.group("quoted");
        String name = quoted != null ? quoted : matcher.group("name").replace("\\", "");
        return node -> present(node.path(name));
    }

    private static List<JsonNode> present(JsonNode node) {
        return node.isMissingNode() ? List.of() : List.of(node);
    }
}
