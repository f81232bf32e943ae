package io.fairlead.kubelet;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the author of a device plugin writes: the devices of one extended resource.
 *
 * <p>Calls come on virtual threads and may block; several may run at the same time. An exception becomes the error of the
 * call; of {@link #allocate} it rejects the pod for good, so throw only what no retry can mend.
 */
public interface DevicePlugin {
    /** Such as {@code example.com/gpu}. */
    String resource();

    /** File name of its socket in the kubelet's folder; no other plugin on the node may have the same. */
    default String socket() {
        return resource().replace('/', '_') + ".sock";
    }

    /** All devices as they are now, the unhealthy ones too. */
    List<PluginDevice> devices();

    /** What a container shall see of these devices. */
    Allocation allocate(List<String> ids) throws Exception;

    /** Whether {@link #preStart} shall be called. */
    default boolean wantsPreStart() {
        return false;
    }

    /** Called before each start of a container with these devices, for at most 30 seconds; a failure is tried again. */
    default void preStart(List<String> ids) throws Exception {}

    /** Whether {@link #preferred} shall be called. */
    default boolean hasPreference() {
        return false;
    }

    /** Which of the available devices to take best; a hint. */
    default List<String> preferred(Preference asked) throws Exception {
        return asked.mustInclude();
    }

    /** Of the available ones, so many are needed, these among them. */
    record Preference(List<String> available, List<String> mustInclude, int size) {}

    /** A device and the NUMA node that it is near to, if it is near to one. */
    record PluginDevice(String id, boolean healthy, Optional<Integer> numaNode) {}

    /** What is added to a container: variables, nodes and mounts of the host, CDI devices, annotations for the runtime. */
    record Allocation(
            Map<String, String> env,
            List<Node> nodes,
            List<Mount> mounts,
            List<String> cdiDevices,
            Map<String, String> annotations) {
        public static Allocation of(Map<String, String> env, List<Node> nodes) {
            return new Allocation(env, nodes, List.of(), List.of(), Map.of());
        }
    }

    /** @param permissions letters of {@code rwm} */
    record Node(String containerPath, String hostPath, String permissions) {}

    record Mount(String containerPath, String hostPath, boolean readOnly) {}
}
