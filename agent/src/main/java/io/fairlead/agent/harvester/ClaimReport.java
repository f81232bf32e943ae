package io.fairlead.agent.harvester;

import io.fairlead.agent.plugin.ClaimState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a claim's status says.
 *
 * @param ready whether machines can be given the device
 * @param reason one word
 * @param message for people
 * @param driver that the function had before, {@code ""} if it had none; empty to leave what was told
 */
record ClaimReport(boolean ready, String reason, String message, Optional<String> driver) {
    static ClaimReport of(ClaimState state) {
        return switch (state) {
            case ClaimState.Ready(var resource, var driver, var company) ->
                new ClaimReport(
                        true,
                        "Ready",
                        "offered as " + resource + company.map(", "::concat).orElse(""),
                        Optional.of(driver.orElse("")));
            case ClaimState.Waiting(String why) -> new ClaimReport(false, "Waiting", why, Optional.empty());
            case ClaimState.Refused(String why) -> new ClaimReport(false, "Refused", why, Optional.empty());
            case ClaimState.Leaving(String why) ->
                new ClaimReport(false, "InUse", "it is given back when it is free: " + why, Optional.empty());
            case ClaimState.Gone _ ->
                new ClaimReport(false, "Released", "the device is back with the host", Optional.empty());
        };
    }

    static ClaimReport of(ClaimCheck.Rejected rejected) {
        return new ClaimReport(false, rejected.reason(), rejected.message(), Optional.empty());
    }

    /** The fields that Harvester defined. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        driver.ifPresent(before -> fields.put("kernelDriverToUnbind", before));
        fields.put("passthroughEnabled", ready);
        return fields;
    }
}
