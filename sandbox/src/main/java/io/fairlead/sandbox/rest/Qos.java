package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairlead.sandbox.resource.Trees;

/** A pod's quality of service class, from what its containers ask for. */
final class Qos {
    private Qos() {}

    static String of(JsonNode spec) {
        boolean anything = false;
        boolean guaranteed = true;
        for (String list : new String[] {"initContainers", "containers"}) {
            for (JsonNode container : Trees.items(spec, list)) {
                JsonNode requests = container.path("resources").path("requests");
                JsonNode limits = container.path("resources").path("limits");
                for (String resource : new String[] {"cpu", "memory"}) {
                    anything |= requests.has(resource) || limits.has(resource);
                    guaranteed &= limits.has(resource)
                            && (!requests.has(resource)
                                    || requests.get(resource).equals(limits.get(resource)));
                }
            }
        }
        return !anything ? "BestEffort" : guaranteed ? "Guaranteed" : "Burstable";
    }
}
