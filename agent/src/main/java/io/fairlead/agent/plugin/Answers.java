package io.fairlead.agent.plugin;

import static io.fairlead.host.names.ResourceName.Variable.PCI_RESOURCE;

import io.fairlead.host.kernel.VfioNodes;
import io.fairlead.host.names.ResourceName;
import io.fairlead.kubelet.DevicePlugin.Allocation;
import io.fairlead.kubelet.DevicePlugin.Node;
import java.nio.file.Path;
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
     * @param devicesOnNode where the container runtime finds the host's device nodes
     */
    static Allocation of(ResourceName resource, List<Listed> devices, Collection<String> nodes, Path devicesOnNode) {
        Map<String, String> env = new TreeMap<>();
        for (Listed device : devices) {
            tell(env, resource.variable(device.kind().variable()), device.id());
            device.brings()
                    .forEach((name, functions) ->
                            functions.forEach(function -> tell(env, name.variable(PCI_RESOURCE), function.toString())));
        }
        Set<String> all = new LinkedHashSet<>();
        all.add(VfioNodes.CONTAINER);
        all.addAll(nodes);
        return Allocation.of(
                env,
                all.stream()
                        .map(node -> new Node("/" + node, onNode(node, devicesOnNode), PERMISSIONS))
                        .toList());
    }

    private static void tell(Map<String, String> env, String variable, String id) {
        env.merge(variable, id, (one, other) -> one + "," + other);
    }

    private static String onNode(String node, Path devicesOnNode) {
        return devicesOnNode.resolve(Path.of("dev").relativize(Path.of(node))).toString();
    }
}
