package io.fairlead.machine.launcher;

import static io.fairlead.machine.MachineSpec.name;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.kubevirt.BindingPlugin;
import io.fairlead.api.kubevirt.Interface;
import io.fairlead.api.kubevirt.SupportContainerResources;
import io.fairlead.api.kubevirt.VirtualMachineInstanceSpec;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.MachineSpec;
import io.fairlead.machine.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One hook sidecar for each binding plugin that has an image, in the order of the plugins' names. */
final class Sidecars {
    static final String SOCKETS_VOLUME = "hook-sidecar-sockets";

    private static final String TYPE = "sidecar";
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private final VirtualMachineInstanceSpec spec;
    private final ClusterConfig config;
    private final Bindings bindings;

    Sidecars(VirtualMachineInstanceSpec spec, ClusterConfig config, Bindings bindings) {
        this.spec = spec;
        this.config = config;
        this.bindings = bindings;
    }

    List<Container> containers(boolean guaranteed) {
        List<Container> containers = new ArrayList<>();
        bindings.used().forEach((name, plugin) -> {
            if (plugin.sidecarImage() != null && !plugin.sidecarImage().isEmpty()) {
                containers.add(container("hook-sidecar-" + containers.size(), name, plugin, guaranteed));
            }
        });
        return containers;
    }

    private Container container(String name, String plugin, BindingPlugin binding, boolean guaranteed) {
        ContainerBuilder container = new ContainerBuilder()
                .withName(name)
                .withImage(binding.sidecarImage())
                .addNewEnv()
                .withName("CONTAINER_NAME")
                .withValue(name)
                .endEnv()
                .addNewEnv()
                .withName("NETWORK_BINDING_PLUGIN_NAME")
                .withValue(plugin)
                .endEnv()
                .withResources(resources(binding, guaranteed))
                .withSecurityContext(Privileges.none())
                .addToVolumeMounts(new VolumeMountBuilder()
                        .withName(SOCKETS_VOLUME)
                        .withMountPath(Paths.HOOKS)
                        .withSubPath(name)
                        .build());
        String extra = extraFields(plugin, binding);
        if (extra != null) {
            container
                    .addNewEnv()
                    .withName("NETWORK_BINDING_PLUGIN_CONFIG")
                    .withValue(extra)
                    .endEnv();
        }
        if (Bindings.wantsDeviceInfo(binding)) {
            container.addToVolumeMounts(NetworkInfo.mount());
        }
        return container.build();
    }

    /** The plugin's own resources, else the cluster's for sidecars, else a little where the pod must be Guaranteed. */
    private ResourceRequirements resources(BindingPlugin plugin, boolean guaranteed) {
        if (plugin.sidecarResources() != null) {
            return plugin.sidecarResources();
        }
        if (plugin.computeResourceOverhead() != null) {
            return plugin.computeResourceOverhead();
        }
        for (SupportContainerResources resources : config.supportContainers()) {
            if (TYPE.equals(resources.type()) && resources.resources() != null) {
                return resources.resources();
            }
        }
        if (!guaranteed) {
            return new ResourceRequirements();
        }
        Map<String, Quantity> little = Map.of("cpu", new Quantity("200m"), "memory", new Quantity("64M"));
        return new ResourceRequirementsBuilder()
                .withRequests(little)
                .withLimits(little)
                .build();
    }

    /** Fields of the plugin that are not ours, from the KubeVirt object and from each interface that uses it. */
    private @Nullable String extraFields(String plugin, BindingPlugin binding) {
        Map<String, Object> interfaces = new LinkedHashMap<>();
        for (Interface card : MachineSpec.devices(spec).interfaces()) {
            if (card.binding() != null
                    && plugin.equals(card.binding().name())
                    && !card.binding().more().isEmpty()) {
                interfaces.put(name(card.name()), card.binding().more());
            }
        }
        if (binding.more().isEmpty() && interfaces.isEmpty()) {
            return null;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("plugin", binding.more());
        fields.put("interfaces", interfaces);
        return JSON.asJson(fields);
    }
}
