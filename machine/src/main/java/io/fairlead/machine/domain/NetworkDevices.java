package io.fairlead.machine.domain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fairlead.machine.UnrenderableException;
import java.util.Map;
import java.util.TreeMap;

/** Reads {@code kubevirt.io/network-info}: the device that CNI attached for each network. */
public final class NetworkDevices {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private NetworkDevices() {}

    /** PCI addresses by network; networks without one are left out. */
    public static Map<String, String> parse(String json) {
        try {
            Map<String, String> addresses = new TreeMap<>();
            for (JsonNode attached : JSON.readTree(json).path("interfaces")) {
                JsonNode info = attached.path("deviceInfo");
                String address = info.path(info.path("type").asText("pci"))
                        .path("pci-address")
                        .asText("");
                if (!address.isEmpty()) {
                    addresses.put(attached.path("network").asText(""), address);
                }
            }
            return addresses;
        } catch (JsonProcessingException malformed) {
            throw new UnrenderableException("kubevirt.io/network-info: " + malformed.getOriginalMessage());
        }
    }
}
