package io.fairlead.allocation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fairlead.cel.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A question to the allocator as one line of JSON, and the answer as another. */
public record AllocationCase(String id, AllocationRequest request) {
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    /** Reads a case; throws an {@link IllegalArgumentException} that says what cannot be read. */
    public static AllocationCase read(String line) {
        try {
            JsonNode json = JSON.readTree(line);
            Cluster cluster = new Cluster(
                    features(json.path("features")),
                    list(json, "deviceClasses", DeviceClass.class),
                    list(json, "resourceSlices", ResourceSlice.class),
                    allocated(json.path("allocatedDevices")));
            Node node = JSON.treeToValue(json.path("node"), Node.class);
            if (node == null || node.getMetadata() == null) {
                throw new IllegalArgumentException("the case has no node");
            }
            return new AllocationCase(
                    json.path("id").asText(),
                    new AllocationRequest(cluster, node, list(json, "claims", ResourceClaim.class)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a case: " + e.getOriginalMessage(), e);
        } catch (io.fairlead.cel.CelFailure e) {
            throw new IllegalArgumentException("not a case: " + e.getMessage(), e);
        }
    }

    private static Features features(JsonNode json) {
        return new Features(
                json.path("adminAccess").asBoolean(true),
                json.path("prioritizedList").asBoolean(true),
                json.path("partitionableDevices").asBoolean(true),
                json.path("deviceTaints").asBoolean(true),
                json.path("deviceBinding").asBoolean(true)
                        && json.path("deviceStatus").asBoolean(true),
                json.path("consumableCapacity").asBoolean(true),
                json.path("listTypeAttributes").asBoolean(false));
    }

    private static <T> List<T> list(JsonNode json, String field, Class<T> type) throws JsonProcessingException {
        List<T> items = new ArrayList<>();
        for (JsonNode item : json.path(field)) {
            items.add(JSON.treeToValue(item, type));
        }
        return items;
    }

    private static List<AllocatedDevice> allocated(JsonNode json) {
        List<AllocatedDevice> allocated = new ArrayList<>();
        for (JsonNode device : json) {
            Map<String, Quantity> consumed = new HashMap<>();
            device.path("consumedCapacity")
                    .forEachEntry((name, amount) -> consumed.put(name, Quantity.parse(amount.asText())));
            allocated.add(new AllocatedDevice(
                    new DeviceId(
                            device.path("driver").asText(),
                            device.path("pool").asText(),
                            device.path("device").asText()),
                    device.hasNonNull("shareID") ? device.path("shareID").asText() : null,
                    consumed,
                    device.path("holder").asText("")));
        }
        return allocated;
    }

    /** The line that answers this case. */
    public String answer(Outcome outcome, List<String> explanation, double micros) {
        ObjectNode json = JSON.createObjectNode().put("id", id);
        ArrayNode allocations = JSON.createArrayNode();
        switch (outcome) {
            case Outcome.Allocated(List<AllocationResult> results) -> {
                json.put("outcome", "allocated");
                results.forEach(result -> allocations.add(JSON.valueToTree(result)));
            }
            case Outcome.Unallocatable() -> json.put("outcome", "unallocatable");
            case Outcome.Failed(String message) -> json.put("outcome", "error").put("error", message);
        }
        json.set("allocations", allocations);
        if (!explanation.isEmpty()) {
            ArrayNode lines = json.putArray("explain");
            explanation.forEach(lines::add);
        }
        return json.put("micros", micros).toString();
    }
}
