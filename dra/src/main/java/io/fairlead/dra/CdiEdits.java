package io.fairlead.dra;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a CDI device changes in a container. The parts have the names and meanings of the CDI specification. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CdiEdits(
        List<String> env,
        List<DeviceNode> deviceNodes,
        List<Mount> mounts,
        List<Hook> hooks,
        List<Integer> additionalGids,
        List<NetDevice> netDevices) {
    /** A device node; what is left out is taken from the node on the host. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record DeviceNode(
            String path,
            @Nullable String hostPath,
            @Nullable String type,
            @Nullable Integer major,
            @Nullable Integer minor,
            @Nullable Integer fileMode,
            @Nullable String permissions,
            @Nullable Integer uid,
            @Nullable Integer gid) {
        private static final Set<String> TYPES = Set.of("b", "c", "u", "p");
        private static final Pattern PERMISSIONS = Pattern.compile("none|[rwm]{1,3}");

        public DeviceNode {
            demand(!path.isEmpty(), "deviceNodes: a node without path");
            demand(
                    type == null || TYPES.contains(type),
                    "deviceNodes: type \"" + type + "\" of " + path + ": want b, c, u or p");
            demand(
                    permissions == null || PERMISSIONS.matcher(permissions).matches(),
                    "deviceNodes: permissions \"" + permissions + "\" of " + path + ": want letters of rwm, or none");
        }

        /** The same node as on the host. */
        public static DeviceNode of(String path) {
            return new DeviceNode(path, null, null, null, null, null, null, null, null);
        }

        /** A character device of the host under another name. */
        public static DeviceNode of(String path, String hostPath, String permissions) {
            return new DeviceNode(path, hostPath, null, null, null, null, permissions, null, null);
        }
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Mount(
            String hostPath,
            String containerPath,
            List<String> options,
            @Nullable String type) {
        public Mount {
            demand(!hostPath.isEmpty() && !containerPath.isEmpty(), "mounts: want hostPath and containerPath");
            options = List.copyOf(options);
        }

        /** A file or folder of the host that containers may read. */
        public static Mount readOnly(String hostPath, String containerPath) {
            return new Mount(hostPath, containerPath, List.of("ro", "bind"), null);
        }
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Hook(
            String hookName,
            String path,
            List<String> args,
            List<String> env,
            @Nullable Integer timeout) {
        private static final Set<String> NAMES =
                Set.of("prestart", "createRuntime", "createContainer", "startContainer", "poststart", "poststop");

        public Hook {
            demand(NAMES.contains(hookName), "hooks: unknown hook \"" + hookName + "\"");
            demand(!path.isEmpty(), "hooks: " + hookName + " without path");
            args = List.copyOf(args);
            env = List.copyOf(env);
            env.forEach(CdiEdits::demandVariable);
        }
    }

    /** A network interface of the host that moves into the container. */
    public record NetDevice(
            @JsonProperty("hostInterfaceName") String hostInterfaceName, String name) {
        public NetDevice {
            demand(!hostInterfaceName.isEmpty() && !name.isEmpty(), "netDevices: want hostInterfaceName and name");
        }
    }

    private static final Pattern VARIABLE = Pattern.compile("[^=]+=.*", Pattern.DOTALL);

    public CdiEdits {
        env = List.copyOf(env);
        deviceNodes = List.copyOf(deviceNodes);
        mounts = List.copyOf(mounts);
        hooks = List.copyOf(hooks);
        additionalGids = List.copyOf(additionalGids);
        netDevices = List.copyOf(netDevices);
        env.forEach(CdiEdits::demandVariable);
        Set<String> outside = new HashSet<>();
        Set<String> inside = new HashSet<>();
        for (NetDevice device : netDevices) {
            demand(
                    outside.add(device.hostInterfaceName()) && inside.add(device.name()),
                    "netDevices: " + device + " is there twice");
        }
    }

    /** Environment variables, device nodes and mounts: all that most devices need. */
    public static CdiEdits of(List<String> env, List<DeviceNode> deviceNodes, List<Mount> mounts) {
        return new CdiEdits(env, deviceNodes, mounts, List.of(), List.of(), List.of());
    }

    boolean areNone() {
        return env.isEmpty()
                && deviceNodes.isEmpty()
                && mounts.isEmpty()
                && hooks.isEmpty()
                && additionalGids.isEmpty()
                && netDevices.isEmpty();
    }

    private static void demandVariable(String variable) {
        demand(VARIABLE.matcher(variable).matches(), "env: \"" + variable + "\": want NAME=value");
    }

    private static void demand(boolean fulfilled, String otherwise) {
        if (!fulfilled) {
            throw new IllegalArgumentException("CDI " + otherwise);
        }
    }
}
