package io.fairlead.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** What the table says about a pod: one word that sums up phase, conditions and container states. */
final class PodCells {
    private PodCells() {}

    static String ready(ObjectNode pod) {
        long containers = pod.path("spec").path("containers").size();
        long ready = 0;
        Set<String> sidecars = sidecars(pod);
        containers += sidecars.size();
        for (JsonNode status : Trees.items(pod.path("status"), "initContainerStatuses")) {
            if (sidecars.contains(Trees.text(status, "name"))
                    && status.path("ready").asBoolean()) {
                ready++;
            }
        }
        for (JsonNode status : Trees.items(pod.path("status"), "containerStatuses")) {
            if (status.path("ready").asBoolean() && status.path("state").has("running")) {
                ready++;
            }
        }
        return ready + "/" + containers;
    }

    static String restarts(ObjectNode pod, Instant now) {
        long restarts = 0;
        String last = "";
        for (String list : new String[] {"initContainerStatuses", "containerStatuses"}) {
            for (JsonNode status : Trees.items(pod.path("status"), list)) {
                restarts += status.path("restartCount").asLong();
                String finished = Trees.text(status.path("lastState").path("terminated"), "finishedAt");
                last = finished.compareTo(last) > 0 ? finished : last;
            }
        }
        return restarts == 0 || last.isEmpty()
                ? Long.toString(restarts)
                : restarts + " (" + HumanDuration.since(last, now) + " ago)";
    }

    static String status(ObjectNode pod) {
        JsonNode status = pod.path("status");
        String phase = Trees.text(status, "phase");
        boolean over = phase.equals("Succeeded") || phase.equals("Failed");
        if (Trees.metadata(pod).has("deletionTimestamp")) {
            if (Trees.text(status, "reason").equals("NodeLost")) {
                return "Unknown";
            }
            if (!over) {
                return "Terminating";
            }
        }
        String initial = initial(pod);
        return initial.isEmpty() ? running(status, summary(status, phase)) : initial;
    }

    static String readinessGates(ObjectNode pod) {
        JsonNode gates = pod.path("spec").path("readinessGates");
        if (gates.isEmpty()) {
            return "<none>";
        }
        long passed = gates.valueStream()
                .filter(gate -> hasCondition(pod.path("status"), Trees.text(gate, "conditionType")))
                .count();
        return passed + "/" + gates.size();
    }

    private static String summary(JsonNode status, String phase) {
        for (JsonNode condition : Trees.items(status, "conditions")) {
            if (Trees.text(condition, "type").equals("PodScheduled")
                    && Trees.text(condition, "reason").equals("SchedulingGated")) {
                return "SchedulingGated";
            }
        }
        String reason = Trees.text(status, "reason");
        return reason.isEmpty() ? phase : reason;
    }

    /** Where initialization stands; empty once it is through. */
    private static String initial(ObjectNode pod) {
        Set<String> sidecars = sidecars(pod);
        int index = 0;
        for (JsonNode container : Trees.items(pod.path("status"), "initContainerStatuses")) {
            JsonNode state = container.path("state");
            boolean done = state.has("terminated")
                    && state.path("terminated").path("exitCode").asInt() == 0;
            boolean sidecarRuns = sidecars.contains(Trees.text(container, "name"))
                    && container.path("started").asBoolean();
            if (!done && !sidecarRuns) {
                String waiting = Trees.text(state.path("waiting"), "reason");
                if (state.has("terminated")) {
                    return "Init:" + ended(state.path("terminated"));
                }
                return !waiting.isEmpty() && !waiting.equals("PodInitializing")
                        ? "Init:" + waiting
                        : "Init:" + index + "/"
                                + pod.path("spec").path("initContainers").size();
            }
            index++;
        }
        return "";
    }

    private static String running(JsonNode status, String summary) {
        String reason = summary;
        String error = "";
        boolean anyRuns = false;
        JsonNode statuses = status.path("containerStatuses");
        for (int i = statuses.size() - 1; i >= 0; i--) {
            JsonNode state = statuses.get(i).path("state");
            String waiting = Trees.text(state.path("waiting"), "reason");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (state.has("terminated")) {
                reason = ended(state.path("terminated"));
                error = state.path("terminated").path("exitCode").asInt() != 0 ? reason : error;
            } else if (state.has("running") && statuses.get(i).path("ready").asBoolean()) {
                anyRuns = true;
            }
        }
        if (!reason.equals("Completed")) {
            return reason;
        }
        if (anyRuns && hasCondition(status, "Ready")) {
            return "Running";
        }
        return !error.isEmpty() ? error : anyRuns ? "NotReady" : reason;
    }

    private static String ended(JsonNode terminated) {
        String reason = Trees.text(terminated, "reason");
        if (!reason.isEmpty()) {
            return reason;
        }
        int signal = terminated.path("signal").asInt();
        return signal != 0
                ? "Signal:" + signal
                : "ExitCode:" + terminated.path("exitCode").asInt();
    }

    private static boolean hasCondition(JsonNode status, String type) {
        return status.path("conditions")
                .valueStream()
                .anyMatch(condition -> Trees.text(condition, "type").equals(type)
                        && Trees.text(condition, "status").equals("True"));
    }

    private static Set<String> sidecars(ObjectNode pod) {
        Set<String> names = new HashSet<>();
        for (JsonNode container : Trees.items(pod.path("spec"), "initContainers")) {
            if (Trees.text(container, "restartPolicy").equals("Always")) {
                names.add(Trees.text(container, "name"));
            }
        }
        return names;
    }
}
