package io.fairlead.sandbox.node.cdi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One spec file, read: its kind, the edits of each of its devices and those of all. */
record CdiSpecFile(String kind, ContainerView edits, Map<String, ContainerView> devices) {
    private static final ObjectMapper YAML = new YAMLMapper();

    /** A file that a runtime would not load fails with the reason. */
    static CdiSpecFile read(Path file) throws IOException, CdiException {
        JsonNode spec = YAML.readTree(file.toFile());
        String kind = spec.path("kind").asText();
        if (!kind.matches("[A-Za-z][-A-Za-z0-9_.]*/[A-Za-z][-A-Za-z0-9_.]*")) {
            throw new CdiException("%s: kind \"%s\" is not vendor/class".formatted(file, kind));
        }
        if (spec.path("devices").isEmpty()) {
            throw new CdiException(file + ": invalid spec, no devices");
        }
        CdiVersion.check(file, spec);
        Map<String, ContainerView> devices = new LinkedHashMap<>();
        for (JsonNode device : spec.path("devices")) {
            String name = device.path("name").asText();
            if (!name.matches("[A-Za-z0-9]([-A-Za-z0-9_.:]*[A-Za-z0-9])?")) {
                throw new CdiException("%s: invalid device name \"%s\"".formatted(file, name));
            }
            if (device.path("containerEdits").isEmpty()) {
                throw new CdiException("%s: invalid device \"%s\", empty device edits".formatted(file, name));
            }
            devices.put(name, edits(file, device.path("containerEdits")));
        }
        return new CdiSpecFile(kind, edits(file, spec.path("containerEdits")), devices);
    }

    private static ContainerView edits(Path file, JsonNode edits) throws CdiException {
        Map<String, String> env = new LinkedHashMap<>();
        for (JsonNode variable : edits.path("env")) {
            String[] parts = variable.asText().split("=", 2);
            if (parts.length != 2) {
                throw new CdiException("%s: invalid environment variable \"%s\"".formatted(file, variable.asText()));
            }
            env.put(parts[0], parts[1]);
        }
        List<ContainerView.DeviceNode> devices = new ArrayList<>();
        for (JsonNode node : edits.path("deviceNodes")) {
            String path = node.path("path").asText();
            devices.add(new ContainerView.DeviceNode(
                    path,
                    node.path("hostPath").asText(path),
                    node.path("permissions").asText("rwm")));
        }
        List<ContainerView.Mount> mounts = new ArrayList<>();
        for (JsonNode mount : edits.path("mounts")) {
            List<String> options = new ArrayList<>();
            mount.path("options").forEach(option -> options.add(option.asText()));
            mounts.add(new ContainerView.Mount(
                    mount.path("containerPath").asText(), mount.path("hostPath").asText(), options.contains("ro")));
        }
        return new ContainerView(env, devices, mounts);
    }
}
