package io.fairlead.agent.dra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fairlead.agent.offer.Fields;
import io.fairlead.host.MacAddress;
import io.fairlead.host.kernel.VfSettings;
import java.util.OptionalInt;

/** The parameters that a claim or a class can give for this driver's devices. */
final class VfioConfig {
    static final String API_VERSION = "pci.fairlead.io/v1alpha1";
    static final String KIND = "VfioConfig";

    private static final int HIGHEST_VLAN = 4094;
    private static final ObjectMapper JSON = new ObjectMapper();

    private VfioConfig() {}

    /**
     * Reads opaque parameters.
     *
     * @param path where they are in the claim, for messages
     */
    static VfSettings read(String path, DeviceAllocationConfiguration config) throws UnpreparableException {
        try {
            JsonNode parameters = JSON.valueToTree(config.getOpaque().getParameters());
            Fields fields = Fields.of(path, parameters);
            demand(fields, "apiVersion", API_VERSION);
            demand(fields, "kind", KIND);
            VfSettings settings = new VfSettings(
                    fields.text("mac", VfioConfig::unicast),
                    fields.number("vlan", 0, HIGHEST_VLAN).map(OptionalInt::of).orElse(OptionalInt.empty()),
                    fields.flag("trust"));
            fields.end();
            return settings;
        } catch (IllegalArgumentException e) {
            throw new UnpreparableException(String.valueOf(e.getMessage()), e);
        }
    }

    static MacAddress unicast(String text) {
        MacAddress mac = MacAddress.parse(text);
        if (mac.isMulticast() || mac.equals(MacAddress.NONE)) {
            throw new IllegalArgumentException("\"%s\" cannot be the address of one interface".formatted(text));
        }
        return mac;
    }

    private static void demand(Fields fields, String name, String value) {
        String found = fields.text(name).orElse("");
        if (!found.equals(value)) {
            throw fields.wrong("%s must be %s, not \"%s\"".formatted(name, value, found));
        }
    }
}
