package io.fairlead.agent.plugin;

import io.fairlead.host.kernel.VfioNodes;
import io.fairlead.host.names.ResourceName;
import io.fairlead.kubelet.DevicePlugin.Allocation;
import io.fairlead.kubelet.DevicePlugin.Node;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a container is told about its devices: it gets these and no others. */
final class Answers {
    private static final String PERMISSIONS = "mrw";

    private Answers() {}

    /**
     * @param devices of one container
     * @param nodes of these devices, such as {@code dev/vfio/12}
     * @param devicesOnHost path of the folder that holds the host's {@code dev}, as the container runtime sees it
     */
    static Allocation of(ResourceName resource, List<Listed> devices, Collection<String> nodes, String devicesOnHost) {
        Map<String, String> env = new TreeMap<>();
        for (Listed device : devices) {
            env.merge(resource.variable(device.kind().variable()), device.id(), (one, other) -> one + "," + other);
        }
        Set<String> all = new LinkedHashSet<>();
        all.add(VfioNodes.CONTAINER);
        all.addAll(nodes);
        String prefix = devicesOnHost.endsWith("/") ? devicesOnHost : devicesOnHost + "/";
        return Allocation.of(
                env,
                all.stream()
                        .map(node -> new Node("/" + node, prefix + node, PERMISSIONS))
                        .toList());
    }
}
