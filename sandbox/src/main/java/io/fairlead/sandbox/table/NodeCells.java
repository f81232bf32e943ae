package io.fairlead.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.util.Set;
import java.util.TreeSet;

/** What the table says about a node. */
final class NodeCells {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";

    private NodeCells() {}

    static String status(ObjectNode node) {
        String status = "Unknown";
        for (JsonNode condition : Trees.items(node.path("status"), "conditions")) {
            if (Trees.text(condition, "type").equals("Ready")) {
                status = Trees.text(condition, "status").equals("True") ? "Ready" : "NotReady";
            }
        }
        return node.path("spec").path("unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
    }

    static String roles(ObjectNode node) {
        Set<String> roles = new TreeSet<>();
        Trees.metadata(node).path("labels").properties().forEach(label -> {
            if (label.getKey().startsWith(ROLE_PREFIX) && label.getKey().length() > ROLE_PREFIX.length()) {
                roles.add(label.getKey().substring(ROLE_PREFIX.length()));
            } else if (label.getKey().equals("kubernetes.io/role")) {
                roles.add(label.getValue().asText());
            }
        });
        return roles.isEmpty() ? "<none>" : String.join(",", roles);
    }

    static String address(ObjectNode node, String type) {
        for (JsonNode address : Trees.items(node.path("status"), "addresses")) {
            if (Trees.text(address, "type").equals(type)) {
                return Trees.text(address, "address");
            }
        }
        return "<none>";
    }

    static String kernel(ObjectNode node) {
        JsonNode info = node.path("status").path("nodeInfo");
        String kernel = Trees.text(info, "kernelVersion");
        String architecture = Trees.text(info, "architecture");
        return (kernel.isEmpty() ? "<unknown>" : kernel) + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }
}
