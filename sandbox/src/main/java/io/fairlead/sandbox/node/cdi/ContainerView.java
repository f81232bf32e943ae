package io.fairlead.sandbox.node.cdi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a container that ran would see: its environment, device nodes and mounts, as far as they come from devices. */
public record ContainerView(Map<String, String> env, List<DeviceNode> devices, List<Mount> mounts) {
    /** Nothing but the environment. */
    public static ContainerView of(Map<String, String> env) {
        return new ContainerView(Map.copyOf(env), List.of(), List.of());
    }

    /** A node of {@code /dev}; {@code hostPath} is where it is on the host. */
    public record DeviceNode(String path, String hostPath, String permissions) {}

    public record Mount(String containerPath, String hostPath, boolean readOnly) {}

    /** This, edited: later values win over earlier ones. */
    public ContainerView with(ContainerView edits) {
        Map<String, String> allEnv = new LinkedHashMap<>(env);
        allEnv.putAll(edits.env);
        List<DeviceNode> allDevices = new ArrayList<>(devices);
        edits.devices.forEach(device -> {
            allDevices.removeIf(other -> other.path().equals(device.path()));
            allDevices.add(device);
        });
        List<Mount> allMounts = new ArrayList<>(mounts);
        edits.mounts.forEach(mount -> {
            allMounts.removeIf(other -> other.containerPath().equals(mount.containerPath()));
            allMounts.add(mount);
        });
        return new ContainerView(Map.copyOf(allEnv), List.copyOf(allDevices), List.copyOf(allMounts));
    }
}
