package io.fairlead.dra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fields of a slice that the API server has not stored, because a feature is switched off there or is newer than it.
 *
 * @param fields such as {@code devices[].taints}
 */
public record DroppedFields(String pool, String slice, Set<String> fields) {
    private static final JsonMapper JSON = new JsonMapper();

    static Set<String> between(SliceContent wanted, SliceContent stored) {
        Set<String> dropped = new TreeSet<>();
        compare("devices", JSON.valueToTree(wanted.devices()), JSON.valueToTree(stored.devices()), dropped);
        compare(
                "sharedCounters",
                JSON.valueToTree(wanted.sharedCounters()),
                JSON.valueToTree(stored.sharedCounters()),
                dropped);
        return dropped;
    }

    private static void compare(String path, JsonNode wanted, JsonNode stored, Set<String> dropped) {
        if (wanted.isArray() && stored.isArray() && wanted.size() == stored.size()) {
            for (int i = 0; i < wanted.size(); i++) {
                compare(path + "[]", wanted.get(i), stored.get(i), dropped);
            }
        } else if (wanted.isObject() && stored.isObject()) {
            for (Map.Entry<String, JsonNode> field : wanted.properties()) {
                compare(path + "." + field.getKey(), field.getValue(), stored.path(field.getKey()), dropped);
            }
        } else if (stored.isMissingNode() || isEmptier(wanted, stored)) {
            dropped.add(path);
        }
    }

    private static boolean isEmptier(JsonNode wanted, JsonNode stored) {
        return wanted.isContainerNode() && !wanted.isEmpty() && stored.isEmpty();
    }
}
