package io.fairlead.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.util.stream.Collectors;

/** What the table says about a service. */
final class ServiceCells {
    private ServiceCells() {}

    static String clusterIp(ObjectNode service) {
        JsonNode addresses = service.path("spec").path("clusterIPs");
        return addresses.isEmpty() ? "<none>" : addresses.get(0).asText();
    }

    static String externalIp(ObjectNode service) {
        JsonNode spec = service.path("spec");
        String addresses = joined(spec.path("externalIPs"));
        return switch (Trees.text(spec, "type")) {
            case "ExternalName" -> Trees.text(spec, "externalName");
            case "LoadBalancer" -> addresses.isEmpty() ? "<pending>" : addresses;
            default -> addresses.isEmpty() ? "<none>" : addresses;
        };
    }

    static String ports(ObjectNode service) {
        String ports = service.path("spec")
                .path("ports")
                .valueStream()
                .map(port -> port.path("port").asText()
                        + (port.path("nodePort").asInt() > 0
                                ? ":" + port.path("nodePort").asText()
                                : "")
                        + "/"
                        + Trees.text(port, "protocol"))
                .collect(Collectors.joining(","));
        return ports.isEmpty() ? "<none>" : ports;
    }

    static String selector(ObjectNode service) {
        String selector = service.path("spec").path("selector").properties().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().asText())
                .sorted()
                .collect(Collectors.joining(","));
        return selector.isEmpty() ? "<none>" : selector;
    }

    private static String joined(JsonNode texts) {
        return texts.valueStream().map(JsonNode::asText).collect(Collectors.joining(","));
    }
}
