package io.fairlead.contract.allocation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.allocation.AllocationCase;
import io.fairlead.allocation.Allocator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs cases through both allocators and collects where their answers differ. */
final class Comparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final AllocatorReference reference;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private final List<String> mismatches = new ArrayList<>();

    Comparison(AllocatorReference reference) {
        this.reference = reference;
    }

    void compare(String line) throws IOException {
        JsonNode theirs = reference.answer(line);
        String outcome = theirs.path("outcome").asText();
        outcomes.merge(outcome, 1, Integer::sum);
        if (outcome.equals("timeout") || outcome.equals("panic")) {
            return;
        }
        AllocationCase question = AllocationCase.read(line);
        JsonNode ours = JSON.readTree(question.answer(Allocator.allocate(question.request()), List.of(), 0));
        JsonNode expected = comparable(theirs);
        JsonNode actual = comparable(ours);
        if (!expected.equals(actual)) {
            mismatches.add("seed " + question.id() + "\n  theirs " + expected + " "
                    + theirs.path("error").asText() + "\n  ours   " + actual + " "
                    + ours.path("error").asText());
        }
    }

    /** How often each outcome came. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    List<String> mismatches() {
        return mismatches;
    }

    /** The outcome, devices, configuration and node selector; share ids are random, so only their presence counts. */
    private static JsonNode comparable(JsonNode answer) {
        ObjectNode compared =
                JSON.createObjectNode().put("outcome", answer.path("outcome").asText());
        ArrayNode allocations = compared.putArray("allocations");
        answer.path("allocations").forEach(allocation -> allocations.add(withoutEmpty(allocation)));
        compared.findParents("shareID").forEach(parent -> ((ObjectNode) parent).put("shareID", "some"));
        return compared;
    }

    /** An empty list and no list mean the same. */
    private static JsonNode withoutEmpty(JsonNode node) {
        if (node instanceof ArrayNode array) {
            ArrayNode kept = JSON.createArrayNode();
            array.forEach(item -> kept.add(withoutEmpty(item)));
            return kept;
        }
        if (!(node instanceof ObjectNode)) {
            return node;
        }
        ObjectNode kept = JSON.createObjectNode();
        node.forEachEntry((name, value) -> {
            JsonNode cleaned = withoutEmpty(value);
            if (!cleaned.isNull() && !(cleaned.isContainerNode() && cleaned.isEmpty())) {
                kept.set(name, cleaned);
            }
        });
        return kept;
    }
}
