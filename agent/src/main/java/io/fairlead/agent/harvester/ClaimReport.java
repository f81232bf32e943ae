package io.fairlead.agent.harvester;

import io.fairlead.agent.plugin.ClaimState;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a claim's status says.
 *
 * @param ready whether machines can be given the device
 * @param reason one word
 * @param message for people
 * @param driver that the function had before; empty if it had none or still has it
 */
record ClaimReport(boolean ready, String reason, String message, String driver) {
    static ClaimReport of(ClaimState state) {
        return switch (state) {
            case ClaimState.Ready(var resource, var driver) ->
                new ClaimReport(true, "Ready", "offered as " + resource, driver.orElse(""));
            case ClaimState.Waiting(String why) -> new ClaimReport(false, "Waiting", why, "");
            case ClaimState.Refused(String why) -> new ClaimReport(false, "Refused", why, "");
            case ClaimState.Leaving(String why) ->
                new ClaimReport(false, "InUse", "it is given back when it is free: " + why, "");
            case ClaimState.Gone _ -> new ClaimReport(false, "Released", "the device is back with the host", "");
        };
    }

    static ClaimReport of(ClaimCheck.Rejected rejected) {
        return new ClaimReport(false, rejected.reason(), rejected.message(), "");
    }

    /** The fields that Harvester defined. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kernelDriverToUnbind", driver);
        fields.put("passthroughEnabled", ready);
        return fields;
    }
}
