package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.util.HashSet;
import java.util.Set;

/** What drivers report of a claim's devices goes with the devices: whoever takes them from the claim need not know of it. */
final class ClaimDevices {
    static final String CLAIMS = "resourceclaims.resource.k8s.io";

    private ClaimDevices() {}

    static void dropDeallocated(ObjectNode updated, ObjectNode old) {
        Set<String> deallocated = allocated(old);
        deallocated.removeAll(allocated(updated));
        JsonNode reports = updated.path("status").path("devices");
        if (deallocated.isEmpty() || reports.isEmpty()) {
            return;
        }
        ArrayNode kept = updated.arrayNode();
        reports.forEach(report -> {
            if (!deallocated.contains(identity(report))) {
                kept.add(report);
            }
        });
        // A copy: parts of the tree may be those of the stored object.
        ObjectNode status = Trees.copy((ObjectNode) updated.path("status"));
        Trees.setOrRemove(status, "devices", kept.isEmpty() ? null : kept);
        updated.set("status", status);
    }

    private static Set<String> allocated(ObjectNode claim) {
        Set<String> devices = new HashSet<>();
        claim.path("status")
                .path("allocation")
                .path("devices")
                .path("results")
                .forEach(result -> devices.add(identity(result)));
        return devices;
    }

    private static String identity(JsonNode device) {
        return String.join(
                " ",
                device.path("driver").asText(),
                device.path("pool").asText(),
                device.path("device").asText(),
                device.path("shareID").asText());
    }
}
