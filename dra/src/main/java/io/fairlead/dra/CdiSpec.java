package io.fairlead.dra;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** CDI devices of one kind, as one file of {@code /var/run/cdi} holds them. */
public record CdiSpec(CdiKind kind, List<Device> devices) {
    /** A device by the name it has among its kind. */
    public record Device(String name, CdiEdits containerEdits) {
        public Device {
            if (containerEdits.areNone()) {
                throw new IllegalArgumentException("CDI device " + name + " changes nothing: want at least one edit");
            }
        }
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private record Document(String cdiVersion, String kind, List<Device> devices) {}

    private static final JsonMapper JSON = new JsonMapper();

    public CdiSpec {
        devices = List.copyOf(devices);
        if (devices.isEmpty()) {
            throw new IllegalArgumentException("CDI spec of " + kind + " without devices");
        }
        Set<String> names = new HashSet<>();
        for (Device device : devices) {
            CdiDeviceId id = new CdiDeviceId(kind, device.name());
            if (!names.add(device.name())) {
                throw new IllegalArgumentException("CDI device " + id + " is there twice");
            }
        }
    }

    /** The lowest version that has all that is used: runtimes refuse both what is too new for them and what is too low for its content. */
    public String version() {
        String version = kind.deviceClass().contains(".") ? "0.6.0" : "0.3.0";
        for (Device device : devices) {
            version = higher(version, needed(device));
        }
        return version;
    }

    public byte[] json() {
        try {
            return JSON.writeValueAsBytes(new Document(version(), kind.toString(), devices));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String needed(Device device) {
        CdiEdits edits = device.containerEdits();
        if (!edits.netDevices().isEmpty()) {
            return "1.1.0";
        }
        if (!edits.additionalGids().isEmpty()) {
            return "0.7.0";
        }
        if (Character.isDigit(device.name().charAt(0))
                || edits.deviceNodes().stream().anyMatch(node -> node.hostPath() != null)) {
            return "0.5.0";
        }
        return edits.mounts().stream().anyMatch(mount -> mount.type() != null) ? "0.4.0" : "0.3.0";
    }

    /** All versions have one digit in each place. */
    private static String higher(String one, String other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
