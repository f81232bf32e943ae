package io.fairlead.sandbox.table;

import static io.fairlead.sandbox.table.Cells.age;
import static io.fairlead.sandbox.table.Cells.at;
import static io.fairlead.sandbox.table.Cells.column;
import static io.fairlead.sandbox.table.Cells.name;
import static io.fairlead.sandbox.table.Cells.text;
import static io.fairlead.sandbox.table.Cells.wide;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Column;
import io.fairlead.sandbox.resource.Trees;
import java.util.ArrayList;
import java.util.List;

/** The columns of the built-in kinds. */
public final class BuiltInColumns {
    private BuiltInColumns() {}

    /** The table of a kind; kinds without one of their own show name and age. */
    public static List<Column> of(String kind) {
        return switch (kind) {
            case "Pod" -> pod();
            case "Node" -> node();
            case "Event" -> event();
            case "Service" -> service();
            case "Namespace" -> List.of(name(), column("Status", "Phase.", at("status.phase")), age());
            case "Secret" ->
                List.of(
                        name(),
                        column("Type", "Kind of secret.", at("type")),
                        column("Data", "Number of keys.", secret -> count(secret, "data")),
                        age());
            case "ConfigMap" ->
                List.of(
                        name(),
                        column(
                                "Data",
                                "Number of keys.",
                                map -> Integer.toString(map.path("data").size()
                                        + map.path("binaryData").size())),
                        age());
            case "Lease" -> List.of(name(), column("Holder", "Who holds it.", at("spec.holderIdentity")), age());
            case "ResourceClaim" ->
                List.of(name(), column("State", "How far it is.", BuiltInColumns::claimState), age());
            case "ResourceSlice" ->
                List.of(
                        name(),
                        column("Node", "Whose devices these are.", at("spec.nodeName")),
                        column("Driver", "Who publishes them.", at("spec.driver")),
                        column("Pool", "What they belong to.", at("spec.pool.name")),
                        age());
            case "CustomResourceDefinition" ->
                List.of(name(), column("Created At", "Time of creation.", at("metadata.creationTimestamp")));
            default -> List.of(name(), age());
        };
    }

    private static List<Column> pod() {
        return List.of(
                name(),
                column("Ready", "Containers that are ready, of all.", PodCells::ready),
                column("Status", "State of the pod and its containers.", PodCells::status),
                column(
                        "Restarts",
                        "How often containers were restarted.",
                        (pod, now) -> text(PodCells.restarts(pod, now))),
                age(),
                wide("IP", "Address of the pod.", at("status.podIP", "<none>")),
                wide("Node", "Where it runs.", at("spec.nodeName", "<none>")),
                wide(
                        "Nominated Node",
                        "Where it may run once others are gone.",
                        at("status.nominatedNodeName", "<none>")),
                wide("Readiness Gates", "Gates that are passed, of all.", PodCells::readinessGates));
    }

    private static List<Column> node() {
        return List.of(
                name(),
                column("Status", "Whether it takes pods.", NodeCells::status),
                column("Roles", "From its labels.", NodeCells::roles),
                age(),
                column("Version", "Of the kubelet.", at("status.nodeInfo.kubeletVersion")),
                wide("Internal-IP", "Address within the cluster.", node -> NodeCells.address(node, "InternalIP")),
                wide("External-IP", "Address from outside.", node -> NodeCells.address(node, "ExternalIP")),
                wide("OS-Image", "Operating system.", at("status.nodeInfo.osImage", "<unknown>")),
                wide("Kernel-Version", "Kernel and architecture.", NodeCells::kernel),
                wide(
                        "Container-Runtime",
                        "What runs containers.",
                        at("status.nodeInfo.containerRuntimeVersion", "<unknown>")));
    }

    private static List<Column> event() {
        return List.of(
                column(
                        "Last Seen",
                        "Time since it last happened.",
                        (event, now) -> text(EventCells.lastSeen(event, now))),
                column("Type", "Normal or Warning.", at("type")),
                column("Reason", "In one word.", at("reason")),
                column("Object", "What it is about.", EventCells::object),
                wide("Subobject", "Which part of it.", at("involvedObject.fieldPath")),
                wide("Source", "Who says so.", EventCells::source),
                column(
                        "Message",
                        "In full.",
                        event -> Trees.text(event, "message").strip()),
                wide(
                        "First Seen",
                        "Time since it first happened.",
                        (event, now) -> text(EventCells.firstSeen(event, now))),
                wide("Count", "How often.", EventCells::count),
                new Column(
                        "Name", "string", "name", "Of the event.", 1, (event, now) -> text(Trees.meta(event, "name"))));
    }

    private static List<Column> service() {
        return List.of(
                name(),
                column("Type", "How it is reached.", at("spec.type")),
                column("Cluster-IP", "Address within the cluster.", ServiceCells::clusterIp),
                column("External-IP", "Address from outside.", ServiceCells::externalIp),
                column("Port(s)", "Ports and protocols.", ServiceCells::ports),
                age(),
                wide("Selector", "Which pods it leads to.", ServiceCells::selector));
    }

    private static String count(ObjectNode object, String field) {
        return Integer.toString(object.path(field).size());
    }

    private static String claimState(ObjectNode claim) {
        List<String> states = new ArrayList<>();
        boolean deleted = Trees.metadata(claim).has("deletionTimestamp");
        if (deleted) {
            states.add("deleted");
        }
        if (claim.path("status").has("allocation")) {
            states.add("allocated");
            if (!claim.path("status").path("reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!deleted) {
            states.add("pending");
        }
        return String.join(",", states);
    }
}
